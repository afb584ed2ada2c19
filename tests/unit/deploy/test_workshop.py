"""The Makefile and the environment that it makes: what is missing is named in one line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.tools import environment

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.row("O1")


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs make in a folder, without what the make around this test handed down."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *arguments], cwd=folder, env=inherited, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of a checkout as make looks at, in a folder with a space."""
    folder = tmp_path / "a checkout"
    (folder / "requirements").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "requirements/run.txt"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def python_that(folder: Path, script: str) -> str:
    """A stand-in for somebody's Python."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return f"PYTHON={path}"


def test_make_alone_prints_every_target_with_its_sentence(checkout: Path) -> None:
    said = make(checkout).stdout
    named = [line.split()[1] for line in said.splitlines()]
    targets = (ROOT / "Makefile").read_text().split(".PHONY: ")[1].split("\n\n")[0].replace("\\", "").split()
    assert sorted(named) == sorted(set(targets) - {"FORCE"})
    assert all(len(line.split()) > 3 for line in said.splitlines())


def test_make_test_runs_one_file_where_one_is_named() -> None:
    told = make(ROOT, "--dry-run", "test", "FILE=tests/unit/test_prompts.py -k lock").stdout.splitlines()[-1]
    assert told == "exec .venv/bin/python -m pytest tests/unit/test_prompts.py -k lock"


def test_a_python_that_is_not_there_is_named(checkout: Path) -> None:
    done = make(checkout, "run", "PYTHON=python-nowhere")
    assert done.returncode
    assert done.stderr.splitlines()[0] == "There is no python-nowhere; install Python 3.11 to 3.14."


def test_a_python_that_is_too_old_is_named_with_what_to_do(checkout: Path) -> None:
    old = python_that(checkout, 'case "$1" in --version) echo "Python 3.9.2";; *) exit 1;; esac')
    done = make(checkout, "run", old)
    assert done.returncode
    assert done.stderr.splitlines()[0] == (
        "Holdfast needs Python 3.11 to 3.14; Python 3.9.2 is not one of them. Name another: make run PYTHON=python3.13"
    )


def test_a_python_without_venv_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(environment.MissingError, match="install python3-venv"):
        environment.check_prerequisites()


def test_alpine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setattr("platform.libc_ver", lambda: ("", ""))
    with pytest.raises(environment.MissingError, match="Alpine"):
        environment.check_prerequisites()


def test_this_machine_has_what_is_needed() -> None:
    environment.check_prerequisites()


def test_what_an_installation_said_is_shown_when_it_failed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(environment.InstallError, match="the network is down"):
        environment.run_step("Installing", [sys.executable, "-c", "import sys; sys.exit('the network is down')"])
    assert capsys.readouterr().out == "Installing … "


def test_a_fetched_package_is_a_dot(capsys: pytest.CaptureFixture[str]) -> None:
    environment.run_step("Installing", [sys.executable, "-c", "print('Downloading a\\nDownloading b\\nother')"])
    assert capsys.readouterr().out.startswith("Installing … ..0.")
