"""One call to a provider, without second thoughts: what goes out, what comes back, and how it can fail.

Everything that is the same for every provider stands around it: retries, deadlines and the breaker in `retry_model.py`,
the way back to the offline engine in `fallback.py`.
"""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from http import HTTPStatus
from typing import Protocol

from pydantic import JsonValue

from shared.contracts.understanding import Tokens

Json = dict[str, JsonValue]
KEY_REFUSED = {HTTPStatus.UNAUTHORIZED, HTTPStatus.PAYMENT_REQUIRED, HTTPStatus.FORBIDDEN}
WORTH_ANOTHER = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT}


@dataclass(frozen=True, slots=True)
class Talk:
    """One message of the talk so far."""

    by_person: bool
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A structured question: instructions that never move between calls, what is to be read, the answer's form."""

    system: str
    content: str
    schema: Json
    prompt: str
    prompt_version: int


@dataclass(frozen=True, slots=True)
class Speech:
    """What a reply is made from, in the order in which it goes out: what moves least comes first."""

    common: str
    """The same for everybody."""
    stable: str
    """Moves only when memory moves."""
    talk: tuple[Talk, ...]
    now: str
    """What holds for this turn alone; stands after everything that a provider may cache."""
    said: str
    tool: "Tool"
    may_call: bool
    """The tool may be called; where not, a provider that caches is shown it all the same, or its cache would move."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that the model may call while it speaks."""

    name: str
    description: str
    schema: Json


@dataclass(frozen=True, slots=True)
class Answered:
    """A structured answer as it came."""

    text: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a spoken reply."""

    cut: bool = False
    """There was more to say than room for it."""
    called: str | None = None
    """The arguments that the tool was called with, as the model wrote them."""


@dataclass(slots=True)
class Meter:
    """What one call counts, as soon as the provider tells it: a call that fails half-way has been counted so far."""

    tokens: Tokens = field(default_factory=Tokens)
    written_for_long: int = 0
    """Of the tokens written to the cache, those that stay there for an hour and cost more."""


class Why(StrEnum):
    """Why a call brought nothing."""

    AWAY = "away"
    """Not reached, overloaded, broken, or the connection dropped."""
    SLOW = "slow"
    LIMITED = "limited"
    """Too many calls, or the money of the account is spent."""
    KEY = "key_refused"
    REQUEST = "request_refused"
    """It will be refused the same way every time."""
    UNUSABLE = "unusable"
    """An answer came, and nothing can be done with it."""
    REFUSED = "refused"
    """The model declined to answer."""
    RESTING = "resting"
    """It failed too often just now and was not asked."""


class CallFailedError(Exception):
    """A call that brought nothing; `retry_after` is how long the provider asked to be left alone."""

    def __init__(self, why: Why, retry_after: float | None = None) -> None:
        super().__init__(why.value)
        self.why = why
        self.retry_after = retry_after


def failure_of_status(status: int, retry_after: float | None) -> CallFailedError:
    """What an HTTP status means."""
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return CallFailedError(Why.LIMITED, retry_after)
    if status in KEY_REFUSED:
        return CallFailedError(Why.KEY)
    if status in WORTH_ANOTHER or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return CallFailedError(Why.AWAY, retry_after)
    return CallFailedError(Why.REQUEST)


def asked_to_wait(headers: Mapping[str, str]) -> float | None:
    """The seconds for which a provider asks to be left alone; a date is nothing that a provider sends."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / unit
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return None


class Wire(Protocol):
    """A provider that can be called."""

    provider: str
    model: str
    host: str
    """Where what is said goes."""

    async def answer(self, asked: Asked, meter: Meter) -> Answered:
        """A structured answer, as text."""
        ...

    def speak(self, speech: Speech, meter: Meter) -> AsyncGenerator[str | Ended]:
        """A reply in pieces, then how it ended."""
        ...
