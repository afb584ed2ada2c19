"""A message as the line's middlewares get it, and a broker that remembers what was published."""

from dataclasses import dataclass, field
from typing import cast

from shared.bus.broker import Bus
from shared.bus.delivery import Incoming
from shared.contracts.ids import new_id


@dataclass
class Sequence:
    stream: int = 41


@dataclass
class Metadata:
    consumer: str
    num_delivered: int
    sequence: Sequence = field(default_factory=Sequence)


@dataclass
class RawMessage:
    """The part of nats-py's message that is read; counts the signs of work that it is asked for."""

    subject: str
    metadata: Metadata
    signs: int = 0
    broken: Exception | None = None

    async def in_progress(self) -> None:
        self.signs += 1
        if self.broken is not None:
            raise self.broken


@dataclass
class Delivered:
    raw_message: RawMessage
    body: bytes


def a_message(
    *, step: str = "route", delivered: int = 1, token: str | None = None, body: bytes = b"{}"
) -> tuple[Incoming, RawMessage]:
    """The message as FastStream has it, and the raw one in it."""
    raw = RawMessage(f"turn.{step}.{token or new_id()}", Metadata(step, delivered))
    return cast("Incoming", Delivered(raw, body)), raw


@dataclass(frozen=True)
class Published:
    body: bytes
    subject: str
    message_id: str | None


@dataclass
class RememberingBroker:
    """Fails as often as it is told to, then keeps what it gets."""

    published: list[Published] = field(default_factory=list)
    asked: list[str | None] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)

    async def publish(
        self,
        body: bytes,
        subject: str,
        *,
        stream: str | None = None,
        headers: dict[str, str] | None = None,
        timeout: float = 0,  # noqa: ASYNC109  # the form of what it stands in for
    ) -> None:
        del stream, timeout
        message_id = (headers or {}).get("Nats-Msg-Id")
        self.asked.append(message_id)
        if self.failures:
            raise self.failures.pop(0)
        self.published.append(Published(body, subject, message_id))

    @property
    def bus(self) -> Bus:
        """Itself, as the line's functions take it."""
        return cast("Bus", self)
