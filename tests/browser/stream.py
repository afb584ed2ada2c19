"""The page's stream, which opens late or never: what happens before is told by nobody."""

import asyncio
from dataclasses import dataclass, field

from playwright.async_api import Page, WebSocketRoute


@dataclass
class LateStream:
    """Until `let` is set the page waits for its stream."""

    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    let: asyncio.Event = field(default_factory=asyncio.Event)

    async def of(self, page: Page) -> None:
        """Stands in the way of this page's stream."""
        await page.route_web_socket("**/v1/stream", self._open)

    async def _open(self, socket: WebSocketRoute) -> None:
        self.wanted.set()
        await self.let.wait()
        socket.connect_to_server()
