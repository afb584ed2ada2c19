"""Makes `.venv` from a lock: the person needs Python and make, nothing else.

`python3 -m deploy.tools.environment run` is run by the system's own Python, so only the standard library is used.
"""

import fcntl
import importlib.util
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
INCLUDED = {"run": ("run",), "test": ("run", "test"), "bench": ("run", "bench")}
"""Which groups a group's lock contains, itself among them."""


class MissingError(Exception):
    """Something that this machine lacks, named in one sentence."""


class InstallError(Exception):
    """An installation failed; carries what it said."""


def main() -> int:
    """Brings `.venv` up to the lock of one group; prints what it does, and what is missing in one line."""
    group = sys.argv[1]
    try:
        check_prerequisites()
        with _one_at_a_time():
            prepare_environment(group)
    except (MissingError, InstallError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; the next start goes on from here.", file=sys.stderr)
        return 130
    return 0


def check_prerequisites() -> None:
    """Names what is missing before anything is downloaded."""
    if not ((3, 11) <= sys.version_info[:2] < (3, 15)):
        raise MissingError(f"Holdfast needs Python 3.11 to 3.14; this is {platform.python_version()}.")
    if platform.system() not in {"Linux", "Darwin"}:
        raise MissingError(f"Holdfast runs on Linux and macOS; on {platform.system()} use its containers.")
    if platform.system() == "Linux" and platform.libc_ver()[0] != "glibc":
        raise MissingError("The embedded database needs glibc, which Alpine Linux has not; use the containers there.")
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise MissingError("This Python lacks venv and ensurepip; on Debian and Ubuntu install python3-venv.")


def prepare_environment(group: str) -> None:
    """Makes the environment if there is none, installs the lock and this checkout, and stamps what is done."""
    if not _works():
        run_step("Making .venv", [sys.executable, "-m", "venv", "--clear", str(VENV)])
    lock = ROOT / "requirements" / f"{group}.txt"
    install = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    run_step(
        f"Installing what requirements/{group}.txt names",
        [*install, "--require-hashes", "--only-binary", ":all:", "--requirement", str(lock)],
    )
    run_step(
        "Installing the holdfast command",
        [*install, "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)],
    )
    for included in INCLUDED[group]:
        (VENV / f"stamp-{included}").write_text(f"{ROOT}\n")


def _works() -> bool:
    """A Python that was upgraded or moved away leaves an environment that only looks like one."""
    if not PYTHON.exists():
        return False
    return subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0


def run_step(says: str, command: list[str]) -> None:
    """Runs a command under a sentence; when it fails, what it said is the error."""
    began = time.monotonic()
    print(f"{says} … ", end="", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT) as child:
        said = list(_shown(child))
    if child.returncode:
        raise InstallError("failed.\n" + "".join(said[-20:]))
    print(f"{time.monotonic() - began:.1f} s", flush=True)


def _shown(child: "subprocess.Popen[str]") -> Iterator[str]:
    """What a step says, with a dot for each package fetched, so that a slow network does not look like a stall."""
    for line in child.stdout or ():
        if line.lstrip().startswith(("Downloading ", "Using cached ")):
            print(".", end="", flush=True)
        yield line


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two makes in one checkout must not install into one folder at once."""
    folder = os.open(ROOT / "requirements", os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


if __name__ == "__main__":
    sys.exit(main())
