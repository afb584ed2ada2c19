"""Calls on the doors with the standard library: a client for one person, fast to load."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import NotRequired, TypedDict
from urllib.parse import quote, urlsplit
from uuid import uuid4

from services.terminal.kept_token import Account
from services.terminal.terminal_error import SorryError

SECONDS = 30.0
"""Longer than a stream is ever silent, since silences are filled."""
WHOLE_REPLY_SECONDS = 120.0
REFUSED = 400
CHUNK = 65_536
CLASH = "clash"

Body = Mapping[str, object]


class EngagementShown(TypedDict):
    """What the terminal reads of an engagement."""

    engagement_id: str
    title: str
    kind: str
    status: str


class EngagementsShown(TypedDict):
    """The answer of `GET /v1/engagements`."""

    engagements: list[EngagementShown]


class StepShown(TypedDict):
    """One step of a turn and how long it took."""

    step: str
    ms: float


class EndShown(TypedDict):
    """What the terminal reads of a turn's end."""

    reply: str


class TurnShown(TypedDict):
    """What the terminal reads of a turn."""

    turn_id: str
    covers: list[str]
    said: list[str]
    taken_out: list[str]
    closed: EndShown | None
    off_the_record: NotRequired[bool]
    stamps: list[StepShown]


class TurnsShown(TypedDict):
    """The answer of `GET /v1/turns`."""

    turns: list[TurnShown]


@dataclass(frozen=True)
class StreamEvent:
    """One event of a stream."""

    name: str
    cursor: str | None
    data: str


class ClashingError(SorryError):
    """What was agreed to does not fit with what is known."""

    def __init__(self, detail: str, current: str) -> None:
        super().__init__(detail)
        self.current = current
        """What was agreed to, as it waits now, as JSON."""


class BrokenOffError(Exception):
    """The connection ended before the answer did; what was sent may be sent again with its key."""


class Calls:
    """The doors, called for one account."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def get(self, path: str) -> str:
        """What a question is answered."""
        return self._whole("GET", path, None, {})

    def post(self, path: str, body: Body, key: str | None = None) -> str:
        """What a command is answered."""
        return self._whole("POST", path, body, {"Idempotency-Key": key or str(uuid4())}, WHOLE_REPLY_SECONDS)

    def patch(self, path: str, body: Body) -> str:
        """What a change is answered."""
        return self._whole("PATCH", path, body, {"Idempotency-Key": str(uuid4())})

    def delete(self, path: str, body: Body | None = None) -> str:
        """What an erasure is answered."""
        return self._whole("DELETE", path, body, {"Idempotency-Key": str(uuid4())}, WHOLE_REPLY_SECONDS)

    def send_file(self, path: str, content: bytes) -> str:
        """What a file is answered that is already in its form."""
        return self._whole("POST", path, content, {"Idempotency-Key": str(uuid4())}, WHOLE_REPLY_SECONDS)

    def download(self, path: str) -> Iterator[tuple[bytes, int]]:
        """A document piece by piece, each with how many rows are to come in all; breaks off audibly."""
        with closing(self._connection(WHOLE_REPLY_SECONDS)) as connection:
            response = self._send(connection, "GET", path, None, {})
            rows = int(response.headers.get("Holdfast-Rows", "0"))
            try:
                while piece := response.read1(CHUNK):
                    yield piece, rows
            except (OSError, HTTPException):
                raise SorryError("The connection broke off; what has come is not whole.") from None

    def events(self, path: str, body: Body, headers: dict[str, str]) -> Iterator[StreamEvent]:
        """The events of a stream until it ends; a BrokenOffError when the connection ends before it."""
        with closing(self._connection(SECONDS)) as connection:
            response = self._send(connection, "POST", path, body, {"Accept": "text/event-stream", **headers})
            try:
                yield from _events(response)
            except (OSError, HTTPException):
                raise BrokenOffError from None

    def _whole(
        self, method: str, path: str, body: Body | bytes | None, headers: dict[str, str], seconds: float = SECONDS
    ) -> str:
        with closing(self._connection(seconds)) as connection:
            response = self._send(connection, method, path, body, headers)
            try:
                return response.read().decode()
            except (OSError, HTTPException):
                raise SorryError("The connection broke off; whether it was saved is not known.") from None

    def _send(
        self, connection: HTTPConnection, method: str, path: str, body: Body | bytes | None, headers: dict[str, str]
    ) -> HTTPResponse:
        sent = {"Authorization": f"Bearer {self._account.token}", "Content-Type": "application/json", **headers}
        content = body if isinstance(body, bytes | None) else json.dumps(body)
        try:
            connection.request(method, quote(path, safe="/?&=%"), content, sent)
            response = connection.getresponse()
        except (OSError, HTTPException):
            raise SorryError(f"No Holdfast answers at {self._account.url}. “holdfast up” starts one.") from None
        if response.status >= REFUSED:
            raise _refused(response)
        return response

    def _connection(self, seconds: float) -> HTTPConnection:
        parts = urlsplit(self._account.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SorryError("HOLDFAST_URL must look like http://127.0.0.1:8080.")
        return kind(parts.hostname, parts.port, timeout=seconds)


def _refused(response: HTTPResponse) -> SorryError:
    try:
        told = json.loads(response.read())
        if told.get("code") == CLASH and told.get("current"):
            return ClashingError(told["detail"], json.dumps(told["current"]))
        return SorryError(told["detail"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return SorryError(f"The answer was {response.status}, which says nothing more.")


def _events(response: HTTPResponse) -> Iterator[StreamEvent]:
    fields: dict[str, str] = {}
    for raw in response:
        line = raw.decode().rstrip("\r\n")
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "event" in fields:
            yield StreamEvent(fields["event"], fields.get("id"), fields.get("data", ""))
        if not line:
            fields = {}


def find_project(calls: Calls, name: str, *, archived: bool = False) -> str:
    """The id of the project of that name, be it archived where that is asked for."""
    shown: EngagementsShown = json.loads(calls.get("/v1/engagements"))
    projects = [
        each for each in shown["engagements"] if each["kind"] == "project" and (archived or each["status"] == "active")
    ]
    found = [project for project in projects if project["title"].casefold() == name.casefold()]
    if len(found) > 1:
        raise SorryError(f"There are {len(found)} projects called “{name}”.")
    if not found:
        others = ", ".join(f"“{project['title']}”" for project in projects) or "none yet"
        raise SorryError(
            f"There is no project called “{name}”. Your projects: {others}. “holdfast project add NAME” begins one."
        )
    return found[0]["engagement_id"]
