"""Whole turns through the HTTP door with streaming, by a client that costs as little as it can.

Hand-written, because a comfortable client costs more CPU a turn than the gateway does, and both share the machine.
"""

import asyncio
import json
import re
import time
from dataclasses import dataclass
from uuid import UUID

from shared.contracts.requests.people import PersonAdded
from tests.benchmarks.line_client import SAID, TURN_SECONDS, TurnNotAnsweredError

LIMIT = 1_000_000
LAST_CHUNK = b"\r\n0\r\n\r\n"
FIRST_PIECE = b"event: piece"
TRY_AGAIN_SECONDS = 1.0
"""After a 503: on a machine that is busy with other things a turn may wait, and its wait is counted."""
_LENGTH = re.compile(rb"content-length: (\d+)")


@dataclass(frozen=True, slots=True)
class FirstPiece:
    """When a client saw the first piece of a turn's reply, by the machine's clock."""

    person_id: UUID
    turn_id: UUID
    seen: float


@dataclass(slots=True)
class HttpClient:
    """One person's connection, kept open from turn to turn; the gateway closes it where turns are far apart."""

    port: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    person_id: UUID
    request: bytes

    @classmethod
    async def open(cls, port: int, person: PersonAdded) -> "HttpClient":
        """Connects to a gateway on this machine."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LIMIT)
        return cls(port, reader, writer, person.person_id, _request(port, person.token))

    async def turn(self) -> None:
        """One line, its whole reply streamed, to `closed`."""
        async with asyncio.timeout(TURN_SECONDS):
            await self._send()
            _check(await self.reader.readuntil(LAST_CHUNK))

    async def turn_with_first_piece(self) -> FirstPiece:
        """The same, noting when the first piece came."""
        async with asyncio.timeout(TURN_SECONDS):
            await self._send()
            await self.reader.readuntil(FIRST_PIECE)
            seen = time.time()
            rest = await self.reader.readuntil(LAST_CHUNK)
        _check(rest)
        turn_id = UUID(rest.partition(b'"turn_id":"')[2][:36].decode())
        return FirstPiece(self.person_id, turn_id, seen)

    async def _send(self) -> None:
        if self.reader.at_eof():
            self.writer.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=LIMIT)
        while (head := await self._asked()).startswith(b"HTTP/1.1 503"):
            await self.reader.readexactly(int(_LENGTH.findall(head)[0]))
            await asyncio.sleep(TRY_AGAIN_SECONDS)
        if not head.startswith(b"HTTP/1.1 200"):
            raise TurnNotAnsweredError(head.decode())

    async def _asked(self) -> bytes:
        self.writer.write(self.request)
        return await self.reader.readuntil(b"\r\n\r\n")

    def close(self) -> None:
        """Ends the connection."""
        self.writer.close()


def _check(body: bytes) -> None:
    if b"event: closed" not in body:
        raise TurnNotAnsweredError(body.decode())


def _request(port: int, token: str) -> bytes:
    body = json.dumps({"message": SAID}).encode()
    return (
        f"POST /v1/converse HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Accept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body
