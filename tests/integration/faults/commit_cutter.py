"""A door before the database that can lose the answer to a COMMIT, or the COMMIT itself."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from urllib.parse import urlsplit

CHUNK = 65_536


class Cut(Enum):
    """Where the connection breaks."""

    BEFORE = "before the database hears it"
    AFTER = "after the database has done it"


class CommitCutter:
    """Passes everything on, until it is told to break the connection at a COMMIT that is yet to come."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._cut: Cut | None = None
        self._commits_left = 0
        self.commits = 0
        self.cuts = 0

    def cut(self, cut: Cut, number: int) -> None:
        """Breaks the connection at this COMMIT from now on: 1 is the next one."""
        self._cut, self._commits_left = cut, number

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One connection, until either side ends it or it is cut."""
        server_reader, server_writer = await asyncio.open_connection(*self._server)
        back = asyncio.create_task(_pass_on(server_reader, writer))
        try:
            while data := await reader.read(CHUNK):
                cut = self._cut_here() if _commits(data) else None
                if cut is not Cut.BEFORE:
                    server_writer.write(data)
                if cut is not None:
                    back.cancel()
                    if cut is Cut.AFTER:
                        assert b"COMMIT" in await server_reader.read(CHUNK)  # it is done, and nobody hears of it
                    break
        finally:
            back.cancel()
            for one in (writer, server_writer):
                one.transport.abort()

    def _cut_here(self) -> Cut | None:
        self.commits += 1
        self._commits_left -= 1
        if self._commits_left != 0:
            return None
        self.cuts += 1
        return self._cut


def _commits(data: bytes) -> bool:
    """Whether this is the message that asks for it: a simple query, which the driver sends by itself."""
    return data.startswith(b"Q") and b"commit" in data.lower()


async def _pass_on(reader: StreamReader, writer: StreamWriter) -> None:
    while data := await reader.read(CHUNK):
        writer.write(data)
    writer.close()


@asynccontextmanager
async def commit_cutter(database_url: str) -> AsyncIterator[tuple[CommitCutter, str]]:
    """The door, and the URL that leads through it."""
    parts = urlsplit(database_url)
    assert parts.hostname is not None
    assert parts.port is not None
    cutter = CommitCutter(parts.hostname, parts.port)
    server = await asyncio.start_server(cutter.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield cutter, database_url.replace(f":{parts.port}/", f":{port}/")
    finally:
        server.close()
