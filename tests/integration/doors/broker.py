"""A broker of our own for tests of the doors: it can be killed and comes back on the same port."""

import asyncio
import json
import signal
import sys
from pathlib import Path

import nats
from nats.aio.client import Client
from nats.js.api import StorageType, StreamConfig

from shared.contracts.pipeline import REPLIES, REPLY, REPLY_KEEP_SECONDS

CONFIG = """
listen: "127.0.0.1:{port}"
ports_file_dir: "{home}"
jetstream {{ store_dir: "{home}/js" }}
authorization {{ users = [
  {{ user: memory, password: secret }}
  {{ user: operator, password: secret, permissions: {{
      publish: ["memory.query.*", "memory.command.*"], subscribe: ["_INBOX.operator.>"] }} }}
  {{ user: gateway, password: secret, permissions: {{
      publish: ["converse.*", "memory.query.*", "memory.command.*",
                "$JS.API.DIRECT.GET.REPLIES", "$JS.API.DIRECT.GET.REPLIES.>"],
      subscribe: ["_INBOX.gateway.>", "reply.*.*", "notice.*"] }} }}
] }}
"""


class Broker:
    """One nats-server process."""

    def __init__(self, home: Path) -> None:
        self.port = -1
        self._home = home
        self._process: asyncio.subprocess.Process | None = None

    def url(self, user: str) -> str:
        return f"nats://{user}:secret@127.0.0.1:{self.port}"

    async def start(self) -> None:
        config = self._home / "nats.conf"
        config.write_text(CONFIG.format(port=self.port, home=self._home))
        self._process = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).parent / "nats-server"), "-c", str(config), stderr=asyncio.subprocess.DEVNULL
        )
        ports = self._home / f"nats-server_{self._process.pid}.ports"
        while self.port < 0:
            await asyncio.sleep(0.01)
            if ports.exists() and (text := ports.read_text()):
                self.port = int(json.loads(text)["nats"][0].rsplit(":", 1)[1])

    async def kill(self) -> None:
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        await self._end(signal.SIGTERM)

    async def _end(self, number: int) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)
            await self._process.wait()

    async def connect(self, user: str = "memory") -> Client:
        return await nats.connect(self.url(user), max_reconnect_attempts=-1, reconnect_time_wait=0.05)

    async def make_replies_stream(self, connection: Client) -> None:
        await connection.jetstream().add_stream(
            StreamConfig(
                name=REPLIES,
                subjects=[REPLY],
                storage=StorageType.MEMORY,
                allow_direct=True,
                max_age=REPLY_KEEP_SECONDS,
            )
        )
