"""The same servers from the container images, as compose and clusters run them."""

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import asyncpg
from docker.models.containers import Container
from testcontainers.community.postgres import PostgresContainer
from testcontainers.core.container import DockerContainer

from deploy.embedded.database import BOOTSTRAP, SUPERUSER
from deploy.embedded.home import NAMES
from deploy.embedded.ports import LOOPBACK, free_port
from deploy.nats import configuration
from deploy.nats.users import USERS
from tests.servers import ENOUGH_CONNECTIONS, Servers

NATS_IMAGE = "nats:2.15-alpine"
POSTGRES_IMAGE = "pgvector/pgvector:pg17"
READY_SECONDS = 60.0


class NoEngineError(Exception):
    """No container engine answers."""


def check_engine() -> None:
    """Raises when no engine listens. The engine's own client would leave its socket open when it fails."""
    url = urlsplit(os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock"))
    unix = url.scheme == "unix"
    with socket.socket(socket.AF_UNIX if unix else socket.AF_INET) as probe:
        probe.settimeout(5)
        try:
            probe.connect(url.path if unix else (url.hostname, url.port))
        except OSError as error:
            raise NoEngineError(f"{url.geturl()}: {error.strerror}") from error


class ContainerServer:
    """One container on a fixed port of this machine: a random one would change with each restart."""

    def __init__(self, container: DockerContainer, answers: Callable[[], Awaitable[None]]) -> None:
        self._container = container
        self._answers = answers

    async def start(self) -> None:
        await asyncio.to_thread(self._wrapped().start)
        await self.ready()

    async def ready(self) -> None:
        deadline = asyncio.get_running_loop().time() + READY_SECONDS
        while True:
            try:
                await self._answers()
            except (OSError, asyncpg.PostgresError):
                if asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(0.05)
            else:
                return

    async def stop(self) -> None:
        await asyncio.to_thread(self._wrapped().stop)

    async def kill(self) -> None:
        await asyncio.to_thread(self._wrapped().kill)

    async def pause(self) -> None:
        await asyncio.to_thread(self._wrapped().pause)

    async def resume(self) -> None:
        await asyncio.to_thread(self._wrapped().unpause)

    async def heal(self) -> None:
        await asyncio.to_thread(self._wrapped().reload)
        if self._wrapped().status == "paused":
            await self.resume()
        elif self._wrapped().status != "running":
            await self.start()

    def _wrapped(self) -> Container:
        return self._container.get_wrapped_container()


@asynccontextmanager
async def container_servers() -> AsyncIterator[Servers]:
    """Both images, with the very configuration and bootstrap that compose gives them."""
    passwords = {name: f"s{secrets.token_hex(16)}" for name in NAMES}
    broker, database = _broker(passwords), _database(passwords)
    addresses = {container: f"{LOOPBACK}:{next(iter(container.ports.values()))}" for container in (broker, database)}
    try:
        await asyncio.gather(asyncio.to_thread(broker.start), asyncio.to_thread(database.start))

        async def database_answers() -> None:
            url = f"postgresql://holdfast_admin:{passwords['holdfast_admin']}@{addresses[database]}/holdfast"
            await (await asyncpg.connect(url)).close()

        async def broker_answers() -> None:
            host, port = addresses[broker].split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                greeting = await reader.readline()
            finally:
                writer.close()
            if not greeting.startswith(b"INFO"):  # the engine's proxy listens before the server does
                raise ConnectionResetError

        servers = ContainerServer(broker, broker_answers), ContainerServer(database, database_answers)
        await asyncio.gather(*(server.ready() for server in servers))
        yield Servers(*servers, addresses[broker], addresses[database], passwords)
    finally:
        for container in (broker, database):
            await asyncio.to_thread(container.stop)


def _broker(passwords: Mapping[str, str]) -> DockerContainer:
    container = DockerContainer(NATS_IMAGE).with_command("-c /etc/nats/holdfast.conf")
    container.with_bind_ports(4222, free_port())
    container.with_volume_mapping(configuration.CONTAINER, "/etc/nats/holdfast.conf")
    for user in USERS:
        container.with_env(f"NATS_{user.name.upper()}_PASSWORD", passwords[f"nats_{user.name}"])
    return container


def _database(passwords: Mapping[str, str]) -> PostgresContainer:
    settings = " ".join(f"-c {name}={value}" for name, value in ENOUGH_CONNECTIONS.items())
    container = PostgresContainer(
        POSTGRES_IMAGE,
        username=SUPERUSER,
        password=passwords[SUPERUSER],
        dbname="postgres",
    ).with_command(f"postgres {settings}")
    container.with_bind_ports(5432, free_port())
    container.with_volume_mapping(BOOTSTRAP, "/docker-entrypoint-initdb.d/10-holdfast.sql")
    container.with_env("HOLDFAST_OWNER_PASSWORD", passwords["holdfast_owner"])
    container.with_env("HOLDFAST_APP_PASSWORD", passwords["holdfast_app"])
    return container
