"""The embedded database: PostgreSQL as our own child, on the loopback address, where everybody needs a password."""

import asyncio
import hashlib
import secrets
import shutil
import signal
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from deploy.embedded.account import SYSTEM_FOLDER, can_enter, database_uid, give_folder, initdb_user
from deploy.embedded.binaries import find_binaries
from deploy.embedded.child import TICK, Child, ChildFailedError, Command, finish_command, stop_processes
from deploy.embedded.home import Home
from deploy.embedded.ports import LOOPBACK, free_port

SUPERUSER = "holdfast_admin"
BOOTSTRAP = Path(__file__).parents[1] / "postgres" / "bootstrap.sql"
READY_SECONDS = 60.0
"""Recovery after a crash can take a while; a dead server is noticed at once."""
STOPS = ((signal.SIGINT, 10.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))
"""Fast shutdown, immediate shutdown, the end."""

SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    "password_encryption": "scram-sha-256",
    # Durable: an accepted line is on the disk.
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    # Modest: this shares a laptop with other things.
    "shared_buffers": "64MB",
    "max_connections": "60",
    "max_wal_size": "256MB",
    # What was erased is in no old piece of the log: pieces are removed and not written over later.
    "wal_recycle": "off",
    "io_method": "sync",
    "max_logical_replication_workers": "0",
    "jit": "off",
    # No personal text in the log: neither statements nor the values in an error's detail.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


class Database:
    """A PostgreSQL of our own. Its port is chosen when it is made and kept over restarts."""

    def __init__(self, home: Home, passwords: Mapping[str, str], settings: Mapping[str, str] | None = None) -> None:
        """Nothing runs before `start`. Settings that are given win over `SETTINGS`."""
        self._home = home
        self._passwords = passwords
        self._settings = {**SETTINGS, **(settings or {})}
        self._uid = database_uid()
        self._user = None if self._uid is None else str(self._uid)
        self._programs = find_binaries(self._uid)
        self.port = free_port()
        self._settled = False
        self._child: Child | None = None

    @property
    def child(self) -> Child:
        """Its process, once it was started."""
        if self._child is None:
            raise ProcessLookupError("database")
        return self._child

    def url(self, role: str, database: str = "holdfast") -> str:
        """Where a role connects."""
        return f"postgresql://{role}:{self._passwords[role]}@{LOOPBACK}:{self.port}/{database}"

    async def start(self) -> None:
        """Makes it if there is none, starts it, waits until it takes connections, and sees to roles and database."""
        folder = self._folder()
        if not (folder / "PG_VERSION").exists():
            await self._initialise(folder)
        await _clear_leftovers(folder, self._command(folder))
        await self._listen(folder)
        await self._bootstrap()

    async def stop(self) -> None:
        """Stops it; everything is on the disk then."""
        if self._child is not None:
            await self._child.stop()

    async def _listen(self, folder: Path) -> None:
        """Until it once listened, another port will do as well."""
        for attempts_left in (2, 1, 0):
            self._child = Child(self._command(folder))
            await self._child.start()
            try:
                await self._wait_ready(folder)
            except ChildFailedError:
                if self._settled or not attempts_left:
                    raise
                self.port = free_port()
            else:
                self._settled = True
                return

    def _folder(self) -> Path:
        """Where its files lie: in the home, or behind a link from there, where the database's user can enter."""
        link = self._home.database
        if not link.exists() and not link.is_symlink() and not can_enter(self._home.path, self._uid):
            SYSTEM_FOLDER.mkdir(mode=0o755, parents=True, exist_ok=True)
            link.symlink_to(SYSTEM_FOLDER / f"database-{secrets.token_hex(8)}")
        return link.resolve()

    async def _initialise(self, folder: Path) -> None:
        """Beside its place, so that a killed first start leaves nothing that looks finished."""
        beside = folder.with_name(f"{folder.name}.new")
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(mode=0o700)
        password = beside / "password"
        password.write_text(self._passwords[SUPERUSER])
        maker = initdb_user()
        give_folder(beside, maker)
        await finish_command(
            (
                self._programs["initdb"],
                *("--pgdata", str(beside / "data"), "--username", SUPERUSER, "--pwfile", str(password)),
                *("--auth", "scram-sha-256", "--data-checksums", "--encoding", "UTF8", "--no-instructions"),
                *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"),
            ),
            user=maker,
        )
        give_folder(beside, self._user)
        (beside / "data").rename(folder)
        password.unlink()
        beside.rmdir()

    def _command(self, folder: Path) -> Command:
        settings = {"port": str(self.port), **self._settings}
        return Command(
            name="database",
            argv=(
                *(self._programs["postgres"], "-D", str(folder)),
                *(argument for name, value in settings.items() for argument in ("-c", f"{name}={value}")),
            ),
            pid_file=self._home.run / "database.json",
            log=self._home.logs / "database.log",
            stops=STOPS,
            user=self._user,
        )

    async def _wait_ready(self, folder: Path) -> None:
        """Its own pid file says when it takes connections."""
        deadline = asyncio.get_running_loop().time() + READY_SECONDS
        while self.child.running and asyncio.get_running_loop().time() < deadline:
            with suppress(FileNotFoundError, ValueError):  # not there yet, or half written
                pid, *_, state = (folder / "postmaster.pid").read_text().split()
                if pid == str(self.child.pid) and state == "ready":
                    return
            await asyncio.sleep(TICK)
        await self.child.stop()
        raise self.child.failure()

    async def _bootstrap(self) -> None:
        """Once for each text of the bootstrap and each set of passwords."""
        done = self._home.run / "bootstrapped"
        owner, app = self._passwords["holdfast_owner"], self._passwords["holdfast_app"]
        digest = hashlib.sha256(f"{BOOTSTRAP.read_text()}{owner}{app}".encode()).hexdigest()
        if done.exists() and done.read_text() == digest:
            return
        await finish_command(
            (
                self._programs["psql"],
                *("--no-psqlrc", "--quiet", "--host", LOOPBACK, "--port", str(self.port)),
                *("--username", SUPERUSER, "--dbname", "postgres", "--file", str(BOOTSTRAP)),
            ),
            environment={
                "PGPASSWORD": self._passwords[SUPERUSER],
                "HOLDFAST_OWNER_PASSWORD": owner,
                "HOLDFAST_APP_PASSWORD": app,
            },
        )
        done.write_text(digest)


async def _clear_leftovers(folder: Path, command: Command) -> None:
    """After a crash: stops every server process that works in this folder, then removes its stale pid file.

    PostgreSQL keeps the file when it is killed, and in a container, where pids repeat, may take another process of the
    same user for its predecessor and refuse to start. Only when nobody works in the folder may the file go.
    """
    stale = folder / "postmaster.pid"
    if not stale.exists():
        return
    await stop_processes([process for process in psutil.process_iter() if _works_in(process, folder)], command.stops)
    stale.unlink(missing_ok=True)


def _works_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.name() == "postgres" and process.cwd() == str(folder)
    except psutil.Error:
        return False
