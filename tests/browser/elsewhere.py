"""Another address: an ear outside of the browser for what a page must not send, and a place for hostile pages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from deploy.embedded.ports import LOOPBACK


@dataclass
class Elsewhere:
    """Counts who came, and shows them its page."""

    url: str = ""
    page: str = ""
    callers: int = 0

    async def heard(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One more came."""
        self.callers += 1
        await reader.readuntil(b"\r\n\r\n")
        body = self.page.encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def somewhere_else() -> AsyncIterator[Elsewhere]:
    """Listens for as long as the block lasts."""
    elsewhere = Elsewhere()
    server = await asyncio.start_server(elsewhere.heard, LOOPBACK, 0)
    elsewhere.url = f"http://{LOOPBACK}:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield elsewhere
