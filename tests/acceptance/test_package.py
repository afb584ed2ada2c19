"""The wheel that `make package` builds: it has all that a start needs, and starts without the checkout."""

import os
import re
import signal
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import httpx
import pytest

from deploy.embedded.ports import free_port
from deploy.tools.package import FOLDERS, build_wheel
from tests.servers import temporary_home

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.row("O1"), pytest.mark.timeout(180)]
READY = "Ctrl-C stops everything."
TERMINAL = ("-m", "services.terminal.main")
OF_A_CHECKOUT = ("deploy/training/", "deploy/tools/", "shared/testing/", "deploy/Dockerfile", "deploy/.")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Only the wheel, in a folder of its own; what it needs is in the environment."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-compile", "--target", str(folder), str(wheel)], check=True)
    return folder


def product() -> Iterator[str]:
    """Every file of the product in the checkout."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in path.parts and not name.startswith(OF_A_CHECKOUT):
                yield name


@pytest.fixture
def home() -> Iterator[Path]:
    with temporary_home() as path:
        yield path


@dataclass(frozen=True)
class Elsewhere:
    """A folder from which only what was installed is found."""

    folder: Path
    environment: dict[str, str]

    def ask(self, *arguments: str) -> str:
        """What Python says to that."""
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=True
        ).stdout

    @contextmanager
    def started(self, port: int) -> Iterator[str]:
        """`holdfast up` while the block runs, and what it said; it ends in good order."""
        command = [sys.executable, *TERMINAL, "up", "--port", str(port)]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as start:
            try:
                yield "".join(takewhile(lambda line: READY not in line, start.stdout or ()))
            finally:
                os.killpg(start.pid, signal.SIGINT)
                start.communicate(timeout=40)
        assert start.returncode == 0


@pytest.fixture
def elsewhere(installed: Path, home: Path, tmp_path: Path) -> Elsewhere:
    more = {"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1", "HOLDFAST_HOME": str(home)}
    return Elsewhere(tmp_path, {**os.environ, **more})


def test_it_has_every_file_of_the_product_and_no_test_or_training_text(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == set(product())


def test_what_is_installed_starts_and_answers_a_turn(installed: Path, elsewhere: Elsewhere) -> None:
    found = elsewhere.ask("-c", "import deploy, services, shared; print(deploy.__file__, services.__file__)")
    assert all(path.startswith(str(installed)) for path in found.split())
    with elsewhere.started(port := free_port()) as said:
        assert re.search(r"In another terminal: HOLDFAST_HOME=\S+ holdfast chat\n", said)
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
        assert "You're allergic to shellfish." in elsewhere.ask(*TERMINAL, "say", "I'm allergic to shellfish")


def test_what_it_offers_for_one_machine_is_what_make_run_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    of_a_checkout = {"setuptools"}
    assert set(project["project"]["optional-dependencies"]["local"]) | of_a_checkout == set(
        project["dependency-groups"]["run"]
    )
