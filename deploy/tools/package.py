"""Builds the wheel into dist/: what a start needs, and neither tests nor training texts. No network is asked.

It is made from a copy, so that nothing left over from a former build comes along.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.tools.environment import ROOT, InstallError, run_step

INTO = ROOT / "dist"
FOLDERS = ("services", "shared", "deploy")
FILES = ("pyproject.toml", "README.md", "LICENSE")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "training", "tools", "testing", "Dockerfile", ".*")
"""What only a checkout needs."""


def main() -> int:
    """Builds it and says where it is."""
    try:
        print(build_wheel(INTO))
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def build_wheel(into: Path) -> Path:
    """The wheel of this checkout as it stands; the same sources of one commit make the same file."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", _last_commit())
    for former in into.glob("holdfast-*.whl"):
        former.unlink()
    with TemporaryDirectory() as copy:
        for name in FOLDERS:
            shutil.copytree(ROOT / name, Path(copy) / name, ignore=LEFT_OUT)
        for name in FILES:
            shutil.copy(ROOT / name, copy)
        pip = [sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-cache-dir"]
        offline = ["--no-deps", "--no-build-isolation", "--no-index"]
        run_step("Building the wheel", [*pip, *offline, "--wheel-dir", str(into), copy])
    return next(into.glob("holdfast-*.whl"))


def _last_commit() -> str:
    """Its time in seconds; outside of a repository the first moment that a zip file can tell."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607  # whichever git there is
    return done.stdout.strip() or "315532800"


if __name__ == "__main__":
    sys.exit(main())
