"""A real broker and a real database for tests: our embedded ones, or the container images, behind the same verbs."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import asyncpg
import nats
import psutil

from deploy.embedded.broker import Broker
from deploy.embedded.child import Child
from deploy.embedded.database import Database
from deploy.embedded.home import Home, load_secrets
from deploy.embedded.ports import LOOPBACK
from services.memory.migrate import migrate_database

ENOUGH_CONNECTIONS = {"max_connections": "200"}
"""Several whole sets of services may run on one test's database."""


class HurtableServer(Protocol):
    """One server that a test may hurt. Its address stays the same, so that clients can come back."""

    async def start(self) -> None:
        """Starts it (again) and waits until it takes connections."""

    async def stop(self) -> None:
        """Ends it in good order."""

    async def kill(self) -> None:
        """Ends it with SIGKILL."""

    async def pause(self) -> None:
        """Stops its time: connections stay open and nothing answers."""

    async def resume(self) -> None:
        """Lets it go on."""

    async def heal(self) -> None:
        """Brings it back if a test that failed left it ended or paused."""


@dataclass(frozen=True)
class FreshDatabase:
    """One migrated database of a test's own."""

    owner_url: str
    app_url: str
    admin_url: str


@dataclass(frozen=True)
class Servers:
    """Both servers, and who connects where."""

    broker: HurtableServer
    database: HurtableServer
    broker_address: str
    database_address: str
    passwords: Mapping[str, str]

    def nats_url(self, user: str) -> str:
        """Where a service's own broker user connects."""
        return f"nats://{user}:{self.passwords[f'nats_{user}']}@{self.broker_address}"

    def database_url(self, role: str, database: str) -> str:
        """Where a role connects."""
        return f"postgresql://{role}:{self.passwords[role]}@{self.database_address}/{database}"

    async def heal(self) -> None:
        """Both run when this returns, whatever the test before did."""
        await asyncio.gather(self.broker.heal(), self.database.heal())

    async def migrate(self) -> None:
        """Brings the template database, `holdfast`, to this release."""
        await migrate_database(self.database_url("holdfast_owner", "holdfast"))

    @asynccontextmanager
    async def fresh_database(self) -> AsyncIterator[FreshDatabase]:
        """A copy of the migrated template; gone afterwards, with whoever is still connected to it."""
        await self.heal()
        name = f"test_{uuid4().hex}"
        await self._admin(f'create database "{name}" template holdfast owner holdfast_owner')
        await self._admin(f'revoke all on database "{name}" from public')
        await self._admin(f'grant connect on database "{name}" to holdfast_app')
        try:
            yield FreshDatabase(
                *(self.database_url(role, name) for role in ("holdfast_owner", "holdfast_app", "holdfast_admin"))
            )
        finally:
            await self._admin(f'drop database "{name}" with (force)')

    async def empty_broker(self) -> None:
        """Removes all streams with their consumers: nothing of an earlier test is delivered in the next."""
        await self.heal()
        connection = await nats.connect(self.nats_url("memory"), inbox_prefix=b"_INBOX.memory")
        try:
            js = connection.jetstream()
            for stream in await js.streams_info():
                await js.delete_stream(str(stream.config.name))
        finally:
            await connection.close()

    async def _admin(self, statement: str) -> None:
        connection = await asyncpg.connect(self.database_url("holdfast_admin", "postgres"))
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


class EmbeddedServer:
    """One of our embedded servers; hurting it reaches all its processes."""

    def __init__(self, server: Broker | Database) -> None:
        self._server = server

    async def start(self) -> None:
        await self._server.start()

    async def stop(self) -> None:
        await self._server.stop()

    async def kill(self) -> None:
        child: Child = self._server.child
        self._signal(signal.SIGKILL)
        await child.ended()

    async def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    async def resume(self) -> None:
        self._signal(signal.SIGCONT)

    async def heal(self) -> None:
        if self._server.child.running:
            await self.resume()
        else:
            await self.start()

    def _signal(self, number: signal.Signals) -> None:
        process = psutil.Process(self._server.child.pid)
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):  # a connection may have just ended
                one.send_signal(number)


@contextmanager
def temporary_home() -> Iterator[Path]:
    """A home that leaves nothing behind. As root, the database's user must be able to pass through the folder."""
    folder = Path(tempfile.mkdtemp(prefix="holdfast-test-"))
    folder.chmod(0o711)
    try:
        yield folder / "home"
    finally:
        shutil.rmtree(folder)


@asynccontextmanager
async def embedded_servers() -> AsyncIterator[Servers]:
    """Both on a home of their own, which goes away."""
    with temporary_home() as path:
        home = Home(path)
        home.make()
        secrets = load_secrets(home)
        broker, database = Broker(home, secrets), Database(home, secrets, ENOUGH_CONNECTIONS)
        try:
            await asyncio.gather(broker.start(), database.start())
            yield Servers(
                EmbeddedServer(broker),
                EmbeddedServer(database),
                f"{LOOPBACK}:{broker.port}",
                f"{LOOPBACK}:{database.port}",
                secrets,
            )
        finally:
            await asyncio.gather(broker.stop(), database.stop())


def wants_containers() -> bool:
    """Whether `make test-containers` asked for the images."""
    return os.environ.get("HOLDFAST_TEST_SERVERS") == "containers"
