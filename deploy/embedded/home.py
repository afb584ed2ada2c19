"""The folder that one embedded start keeps: its lock, its secrets, and where everything else lies."""

import fcntl
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from deploy.nats.users import USERS

ROLES = ("holdfast_admin", "holdfast_owner", "holdfast_app")
"""The database's bootstrap superuser, the schema's owner, and the services' role that owns nothing."""
NAMES = ("admin_token", *ROLES, *(f"nats_{user.name}" for user in USERS))


class AlreadyRunningError(Exception):
    """Another process keeps this home."""

    def __init__(self, home: Path, pid: str) -> None:
        """Which home, and who keeps it."""
        super().__init__(
            f"Holdfast already runs on {home} (process {pid or 'unknown'}). "
            "Stop that one first, or set HOLDFAST_HOME to another folder for a second one.",
        )


class HomeError(Exception):
    """The home cannot be used as it is; says what to do."""


@dataclass(frozen=True)
class Home:
    """Paths under `$HOLDFAST_HOME`."""

    path: Path

    @property
    def secrets(self) -> Path:
        """Passwords and the admin token, for this machine's user only."""
        return self.path / "secrets.json"

    @property
    def run(self) -> Path:
        """Pid files and what is made anew at each start."""
        return self.path / "run"

    @property
    def logs(self) -> Path:
        """What broker and database have to say."""
        return self.path / "logs"

    @property
    def database(self) -> Path:
        """The database's files, or a link to them."""
        return self.path / "database"

    def make(self) -> None:
        """Makes what is missing. A folder that was there keeps its mode; as root, others may pass through ours."""
        try:
            if not self.path.exists():
                self.path.mkdir(parents=True, exist_ok=True)
                self.path.chmod(0o711 if os.geteuid() == 0 else 0o700)
            for folder in (self.run, self.logs):
                folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            why = f"{error.filename}: {error.strerror}"
            raise HomeError(f"Nothing can be kept there ({why}). Set HOLDFAST_HOME to a folder of yours.") from None


class HomeLock:
    """Held while a start lives; the kernel lets go of it when the process ends, however it ends."""

    def __init__(self, home: Home) -> None:
        """Takes the home, or says who has it."""
        self._file = os.open(home.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.pread(self._file, 20, 0).decode().strip()
            os.close(self._file)
            raise AlreadyRunningError(home.path, pid) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Lets another start have the home."""
        os.close(self._file)


def load_secrets(home: Home, admin_token: str | None = None) -> dict[str, str]:
    """The home's secrets; those that are missing are made and written first, so that a crash cannot lose them.

    An admin token that was given is the home's from then on: the terminal has to find the one that the doors know.
    """
    try:
        known: dict[str, str] = json.loads(home.secrets.read_text())
    except FileNotFoundError:
        known = {}
    except ValueError:
        raise HomeError(f"{home.secrets} is damaged. Put it back from a backup; the database needs it.") from None
    missing = {name: f"s{secrets.token_hex(24)}" for name in NAMES if name not in known}
    if admin_token and admin_token != known.get("admin_token"):
        missing["admin_token"] = admin_token
    if missing:
        known |= missing
        write_private(home.secrets, json.dumps(known, indent=2))
    return known


def write_private(path: Path, text: str) -> None:
    """Writes a file that only its owner can read; it is whole or not there, never half."""
    beside = path.with_name(f"{path.name}.new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(descriptor)
    beside.replace(path)
