"""What stops a start is said in a sentence, and never as a traceback."""

import asyncio
import errno
import os
import signal
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from deploy import local
from deploy.embedded.home import Home, load_secrets
from services.memory.migrate import SchemaAheadError
from shared.trained_files import DamagedModelError

pytestmark = pytest.mark.row("O1")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/home/me/person.json"), "The disk is full (/home/me/"),
        (OSError(errno.EROFS, "Read-only file system", "/home/me/run"), "Nothing can be written there (/home/me/run)"),
        (PermissionError(errno.EACCES, "Permission denied", "/home/me"), "Set HOLDFAST_HOME to a folder of yours."),
        (OSError(errno.EIO, "Input/output error"), "The start failed: Input/output error."),
        (SchemaAheadError(), "A newer release has changed this database"),
        (DamagedModelError(Path("minilm.onnx")), "minilm.onnx is not the file that was shipped"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_it_is_a_sentence(error: Exception, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with patch("deploy.local.uvloop.run", side_effect=error), patch("deploy.local.run"):
        assert local.main(["--port", "0"]) == 1
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said


def test_an_admin_token_that_was_given_is_the_homes(tmp_path: Path) -> None:
    home = Home(tmp_path)
    made = load_secrets(home)["admin_token"]
    assert load_secrets(home)["admin_token"] == made
    given = "a-token-of-the-operators-own"
    assert load_secrets(home, given)["admin_token"] == given
    assert load_secrets(home)["admin_token"] == given


async def test_children_of_tests_hear_a_hang_up_also_under_nohup() -> None:
    """`nohup make test` ignores it for all who do not say otherwise."""
    program = "import signal; print(signal.getsignal(signal.SIGHUP) == signal.SIG_DFL)"
    ran = await asyncio.create_subprocess_exec(
        *("nohup", sys.executable, "-c", _AS_TESTS_DO.format(program=program)),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    out, _ = await ran.communicate()
    assert out.decode().strip().endswith("True")
    assert signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN


_AS_TESTS_DO = "import subprocess, sys; import tests.conftest; subprocess.run([sys.executable, '-c', {program!r}])"
