"""Streams to a client: events with a cursor on each piece to come back with, and documents that have no cursor."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from shared.bus.logs import log_failure
from shared.client.feeds import Cursor, Heard
from shared.contracts.errors import HoldfastError
from shared.contracts.notices import Piece, Started

SEND_SECONDS = 30.0
"""How long a client may leave what it is sent unread."""
OPEN = b"retry: 1000\n\n"
STILL_HERE = b": still here\n\n"
COME_BACK = b": not over yet; come back with Last-Event-ID\n\n"
# A proxy that buffers would make a lump of the stream.
HEAD = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
_LINE_BREAKS = bytes.maketrans(b"\r\n", b"  ")

OpenFrames = Callable[[Receive], AsyncGenerator[bytes, None]]


def frames_of(batch: list[Heard]) -> bytes:
    """What came together is sent together; a silence is filled."""
    return b"".join(map(frame_of, batch)) if batch else STILL_HERE


def frame_of(heard: Heard) -> bytes:
    """One event as text; JSON has line breaks only between its parts, where a space says the same."""
    event = heard.event
    data = heard.raw.translate(_LINE_BREAKS)
    match event:
        case Piece():
            cursor = f"id: {Cursor(event.turn_id, event.attempt, event.n)}\n".encode()
        case Started():
            cursor = f"id: {Cursor(event.turn_id)}\n".encode()
        case _:
            cursor = b""  # the cursor of the last piece goes on counting
    return b"event: %b\n%bdata: %b\n\n" % (event.event.encode(), cursor, data)


@contextmanager
def until_gone(receive: Receive, gone: Callable[[], None]) -> Iterator[None]:
    """Calls when the client goes away; a handler that waits for events would not hear of it."""

    async def wait() -> None:
        while (await receive())["type"] not in ("http.disconnect", "websocket.disconnect"):
            pass
        gone()

    watching = asyncio.create_task(wait())
    try:
        yield
    finally:
        watching.cancel()


class EventStream(Response):
    """A `text/event-stream`, written piece by piece as plain ASGI.

    The first frame is fetched before the head is sent: until then, what opens the stream may still refuse.
    """

    media_type = "text/event-stream"

    def __init__(self, open_frames: OpenFrames, headers: dict[bytes, bytes] | None = None) -> None:
        super().__init__()
        self._open_frames = open_frames
        self._head = [*HEAD, *(headers or {}).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  # ASGI's form
        """Sends every frame; a client that reads nothing for long is let go."""
        async with aclosing(self._open_frames(receive)) as frames:
            data = await anext(frames)
            await send({"type": "http.response.start", "status": self.status_code, "headers": self._head})
            await _put(send, data)
            with suppress(TimeoutError):
                async for data in frames:
                    async with asyncio.timeout(SEND_SECONDS):
                        await _put(send, data)
                await _put(send, b"", more=False)


class GoneError(Exception):
    """Whom a document was written for does not wait for it any more."""


class Download(Response):
    """A document that is written while it is read from memory, under a name that we made.

    The first chunk is fetched before the head is sent, so that until then it may still be refused. What breaks after
    that breaks the connection: a document that ends early must not look whole.
    """

    def __init__(self, open_chunks: OpenFrames, name: str, media_type: str, headers: dict[str, str]) -> None:
        more = {"Content-Disposition": f'attachment; filename="{name}"', **headers}
        super().__init__(headers=more, media_type=media_type)
        del self.headers["content-length"]
        self._open_chunks = open_chunks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  # ASGI's form
        """Sends every chunk; a client that reads nothing for long is let go."""
        async with aclosing(self._open_chunks(receive)) as chunks:
            data = await anext(chunks)
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            await _put(send, data)
            try:
                async for data in chunks:
                    async with asyncio.timeout(SEND_SECONDS):
                        await _put(send, data)
                await _put(send, b"", more=False)
            except (HoldfastError, TimeoutError, GoneError) as error:
                log_failure("download_broke_off", error)


async def _put(send: Send, data: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": more})
