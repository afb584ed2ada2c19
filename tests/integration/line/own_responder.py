"""A responder in the test's own process: it speaks through the responder's broker user, and does as a test says."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from services.responder.settings import ResponderSettings
from shared.bus.broker import Bus
from shared.bus.step_service import Stage, step_service
from shared.contracts.notices import Attempt
from shared.contracts.operations import Offer
from shared.contracts.turns import AnsweredTurn, PerformedTurn
from shared.contracts.understanding import ModelUse
from tests.integration.line.eventually import eventually
from tests.servers import Servers

Respond = Callable[[PerformedTurn, Attempt], Awaitable[AnsweredTurn]]

USED = ModelUse(provider="test", model="none", latency_ms=0.0)


def answered(turn: PerformedTurn, reply: str = "All right.") -> AnsweredTurn:
    """The next form."""
    return AnsweredTurn.grown(turn, reply=reply, answered_by=USED)


@asynccontextmanager
async def responding(servers: Servers, work: Callable[[Bus], Respond], *, concurrency: int = 4) -> AsyncIterator[None]:
    """Hears the turns that come to `respond`, like any responder, until the end of the block."""
    settings = ResponderSettings(nats_url=servers.nats_url("responder"), concurrency=concurrency)
    service = step_service(Stage("responder", "respond", PerformedTurn), work, settings, lambda: None)
    await service.start()
    try:
        yield
    finally:
        await service.stop()


class Companion:
    """Repeats what it hears, waits where it is told to, remembers what it saw and what was asked."""

    def __init__(self) -> None:
        self.seen: list[PerformedTurn] = []
        self.offers: list[Offer] = []
        self._held: dict[str, asyncio.Event] = {}

    async def respond(self, turn: PerformedTurn, _: Attempt) -> AnsweredTurn:
        self.seen.append(turn)
        if turn.text in self._held:
            await self._held[turn.text].wait()
        if turn.offer is None:
            return answered(turn, f"You said: {turn.text}")
        self.offers.append(turn.offer)
        return answered(turn, "Shall I remember that?")

    @contextmanager
    def holding(self, text: str) -> Iterator[None]:
        """Does not answer this before the end of the block."""
        self._held[text] = asyncio.Event()
        try:
            yield
        finally:
            self._held.pop(text).set()

    async def saw(self, text: str, times: int = 1) -> PerformedTurn:
        """The turn that says this, once it came so often; the last one of them."""

        async def found() -> list[PerformedTurn]:
            turns = [turn for turn in self.seen if turn.text == text]
            return turns if len(turns) >= times else []

        return (await eventually(found))[-1]
