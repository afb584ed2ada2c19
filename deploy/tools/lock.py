"""The lock: every package with its version and its hashes, for every platform that we support, one file per group.

`write` resolves anew; `add` keeps every version that is there and resolves what is missing; `check` needs no network:
it sees that what stands in the files fits pyproject.toml.
"""

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "requirements"
EARLIER: dict[str, str | None] = {"services": None, "run": "services", "test": "run", "bench": "test"}
"""Each lock and the one that it must agree with. `services` is what the container images install."""
HEADER = "# Made by `make lock` from pyproject.toml; a change belongs there. For: {digest}\n"
LEAK = re.compile(r"https?:|file:|--(?:extra-)?index|--find-links|@ |==\S*\+")
"""What a lock must not say: where this machine found a package, or that it built one itself."""
PLATFORMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "x86_64-apple-darwin", "aarch64-apple-darwin")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
OLDEST_MACOS = "14.0"
WITHOUT = {("x86_64-apple-darwin", "3.14")}
"""Where a dependency has no wheels any more: said in the README."""


@dataclass(frozen=True)
class Pin:
    """One line of a lock."""

    requirement: Requirement
    hashes: int

    @property
    def name(self) -> str:
        """The package, as everybody writes it."""
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        """The only version that the line allows; empty when it allows several."""
        exact = [part.version for part in self.requirement.specifier if part.operator == "=="]
        return exact[0] if len(exact) == 1 == len(self.requirement.specifier) else ""


def main() -> int:
    """`write`, `add` or `check`, as the first argument says."""
    if sys.argv[1:] in (["write"], ["add"]):
        write_locks(keep=sys.argv[1] == "add")
    faults = [fault for group in EARLIER for fault in faults_of(group)]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def write_locks(*, keep: bool) -> None:
    """Resolves each group on top of the earlier one, and sees that every platform has wheels for it."""
    for group, earlier in EARLIER.items():
        lock = FOLDER / f"{group}.txt"
        text = _uv("pip", "compile", "pyproject.toml", *_options(group, earlier, keep=keep))
        lock.write_text(HEADER.format(digest=digest_of(group)) + text)
        print(f"requirements/{group}.txt: {len(pins_in(lock))} packages")
    for platform in PLATFORMS:
        pythons = [python for python in PYTHONS if (platform, python) not in WITHOUT]
        for python in pythons:
            _uv(
                *("pip", "install", "--dry-run", "--quiet", "--target", ".venv/other", "--only-binary", ":all:"),
                *("--python-platform", platform, "--python-version", python, "--requirement", "requirements/test.txt"),
            )
        print(f"{platform}: wheels for Python {pythons[0]} to {pythons[-1]}")


def _options(group: str, earlier: str | None, *, keep: bool) -> list[str]:
    """Nothing of the machine that resolves may be left in the file: no index, no folder, no command."""
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--quiet", "--upgrade"]
    options += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    if earlier is not None:
        options += ["--group", group, "--constraint", f"requirements/{earlier}.txt"]
    if keep:
        options += ["--constraint", f"requirements/{group}.txt"]
    return options


def _uv(*arguments: str) -> str:
    """Runs uv without what this machine's settings add."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
    environment["MACOSX_DEPLOYMENT_TARGET"] = OLDEST_MACOS
    done = subprocess.run(
        [sys.executable, "-m", "uv", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def pins_in(lock: Path) -> list[Pin]:
    """What a lock names."""
    entries = re.split(r"\n(?=\S)", lock.read_text())
    return [
        Pin(Requirement(entry.split("\\\n")[0].strip()), entry.count("--hash=sha256:"))
        for entry in entries
        if entry.strip() and not entry.startswith("#")
    ]


def faults_of(group: str) -> Iterator[str]:
    """What is wrong with one lock, each in a sentence."""
    lock = FOLDER / f"{group}.txt"
    if leak := LEAK.search(lock.read_text()):
        yield f"{lock.name} names a place or a local build: {leak[0]}"
        return  # what follows reads plain lines
    if digest_of(group) not in lock.read_text():
        yield f"{lock.name} was made for another pyproject.toml; run: make lock"
    locked = pins_in(lock)
    for pin in locked:
        if not pin.version or not pin.hashes:
            yield f"{lock.name}: {pin.name} lacks its version or its hashes"
    for wanted in wanted_by(group):
        held = [pin for pin in locked if pin.name == canonicalize_name(wanted.name)]
        if not any(wanted.specifier.contains(pin.version) for pin in held):
            yield f"{lock.name} does not hold {wanted}; run: make lock"
    if (earlier := EARLIER[group]) is not None:
        yield from _disagreements(group, earlier, locked)


def _disagreements(group: str, earlier: str, locked: list[Pin]) -> Iterator[str]:
    before, now = _versions(pins_in(FOLDER / f"{earlier}.txt")), _versions(locked)
    for name in before.keys() & now.keys():
        if before[name] != now[name]:
            yield f"{group}.txt and {earlier}.txt disagree about {name}; run: make lock"


def _versions(locked: list[Pin]) -> dict[str, set[str]]:
    """Of a package whose newest release left a platform behind there may be two."""
    return {pin.name: {other.version for other in locked if other.name == pin.name} for pin in locked}


def digest_of(group: str) -> str:
    """Stands at the top of a lock, so that anything added to or taken from pyproject.toml shows."""
    return hashlib.sha256("\n".join(sorted(map(str, wanted_by(group)))).encode()).hexdigest()


def wanted_by(group: str) -> list[Requirement]:
    """What pyproject.toml asks for in a group, included groups with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [Requirement(text) for text in project["project"]["dependencies"]]
    waiting = [] if group == "services" else [group]
    while waiting:
        for entry in project["dependency-groups"][waiting.pop()]:
            if isinstance(entry, str):
                wanted.append(Requirement(entry))
            else:
                waiting.append(entry["include-group"])
    return wanted


if __name__ == "__main__":
    sys.exit(main())
