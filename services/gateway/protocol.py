"""What uvicorn's HTTP protocol leaves open: heads that never end, and errors that are not in our words."""

import asyncio
from uuid import uuid4

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from services.gateway.problems import MEDIA_TYPE, BadRequestError, HeadTooLargeError, ProblemFacts

HEAD_SECONDS = 10.0
"""How long a request's head may take."""
HEAD_BYTES = 16_384
LONGEST_TOKEN = 4_096
MOST_UNPARSED = 1_048_576
"""Bytes of a head that is not over yet; one read brings up to 256 KB, some of which may be the body's."""


class PatientProtocol(HttpToolsProtocol):
    """Patient, but not for ever."""

    _head_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _unparsed = 0
    _head_too_large = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Starts the clock."""
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Counts while the head goes on: the parser itself would collect one header without end."""
        self._unparsed += len(data)
        super().data_received(data)
        if self._head_timer is not None and self._unparsed > MOST_UNPARSED and not self.transport.is_closing():
            self._head_too_large = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """The next head begins."""
        super().on_message_begin()
        self._expect_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header; a token that is too long to be one is no token, which is answered like any other."""
        if len(value) > LONGEST_TOKEN and name.lower() == b"authorization":
            value = b""
        self._head_bytes += len(name) + len(value)
        if self._head_bytes > HEAD_BYTES:
            self._head_too_large = True
            raise HttpParserError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._stop_timer()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # uvicorn's words are not for our clients
        """Refuses in our own words what is not HTTP."""
        refusal = ProblemFacts.of(HeadTooLargeError(HEAD_BYTES) if self._head_too_large else BadRequestError())
        request_id = uuid4().hex
        body = refusal.body(request_id)
        head = (
            f"HTTP/1.1 {refusal.status} {refusal.title}\r\ncontent-type: {MEDIA_TYPE}\r\n"
            f"content-length: {len(body)}\r\nx-request-id: {request_id}\r\nx-content-type-options: nosniff\r\n"
            "cache-control: no-store\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _expect_head(self) -> None:
        self._stop_timer()
        self._head_bytes = self._unparsed = 0
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
