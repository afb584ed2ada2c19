"""Broker and database of one home, started and stopped together."""

import asyncio
import os
from pathlib import Path

from deploy.embedded.broker import Broker
from deploy.embedded.database import Database
from deploy.embedded.home import Home, HomeLock, load_secrets
from deploy.embedded.supervisor import Say, keep_running
from shared.settings import PREFIX

ADMIN_TOKEN = f"{PREFIX}ADMIN_TOKEN"


class EmbeddedServers:
    """A home with its lock held; a broker and a database to start on it."""

    def __init__(self, path: Path) -> None:
        """Takes the home; raises when somebody else keeps it."""
        self.home = Home(path)
        self.home.make()
        self._lock = HomeLock(self.home)
        self.secrets = load_secrets(self.home, os.environ.get(ADMIN_TOKEN))
        self.broker = Broker(self.home, self.secrets)
        self.database = Database(self.home, self.secrets)
        self._keepers: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Starts both at once. Whoever starts must stop, also when one of them fails."""
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self.broker.start())
                both.create_task(self.database.start())
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None

    def keep(self, say: Say) -> None:
        """From now on, whichever ends by itself is started again."""
        self._keepers = [asyncio.create_task(keep_running(server, say)) for server in (self.broker, self.database)]

    async def stop(self) -> None:
        """Stops both and lets go of the home."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await asyncio.gather(self.broker.stop(), self.database.stop())
        self._lock.release()
