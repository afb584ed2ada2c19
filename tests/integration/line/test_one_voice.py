"""Two workers speak at once in one reply; who listens hears one of them, and what is stored is what was said last."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial

import pytest

from services.responder.replying import reply_to_turn
from shared.bus.broker import Bus
from shared.client.feeds import ReplyPart
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.notices import Closed, Piece
from shared.contracts.requests.turns import Converse
from shared.models.model import Brief, Question, Read, Said, Thought
from shared.models.wire import Asked
from tests.integration.line.copies import Copies, recording
from tests.integration.line.eventually import eventually
from tests.integration.line.own_responder import USED, Respond, responding
from tests.integration.line.people import a_line, new_person
from tests.integration.line.records import Records
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P5", "P4")


class Voice:
    """A model that says its own words one at a time, each when it is told to."""

    provider = "test"
    model = "voice"
    briefly = False

    def __init__(self, *words: str) -> None:
        self.said = 0
        self._words = words
        self._may_say: asyncio.Queue[None] = asyncio.Queue()

    async def ask(self, question: Question) -> Read:
        raise NotImplementedError

    async def think(self, asked: Asked) -> Thought:
        raise NotImplementedError

    async def stream(self, _: Brief) -> AsyncIterator[str | Said]:
        for word in self._words:
            await self._may_say.get()
            yield word
            self.said += 1
        yield Said(USED)

    async def says(self, count: int) -> None:
        """Lets it say so many words more, and waits until they are out."""
        wanted = self.said + count
        for _ in range(count):
            self._may_say.put_nowait(None)

        async def are_out() -> bool:
            return self.said >= wanted

        await eventually(are_out)


class Duet:
    """One person listening to a reply, and two responders that speak when they are told to."""

    def __init__(self, client: HoldfastClient, copies: Copies, first: Voice, second: Voice) -> None:
        self.first = first
        self.second = second
        self.events: list[ReplyPart] = []
        self._client = client
        self._copies = copies

    async def listen(self, line: Converse) -> None:
        async for event in self._client.converse(line):
            self.events.append(event)

    @property
    def shown(self) -> list[str]:
        return [event.text if isinstance(event, Piece) else event.event for event in self.events]

    async def shows(self, text: str) -> None:
        async def is_shown() -> bool:
            return text in self.shown

        await eventually(is_shown)


@pytest.fixture
async def duet(scene: Scene) -> AsyncIterator[Duet]:
    """Both have the turn in hand: the first said two words, then the second got a copy and said one."""
    await scene.crew.start_all("memory", "classifier", "router")
    first, second = Voice("I", " am", " the", " first."), Voice("Here", " speaks", " another.")
    async with recording(scene.servers) as copies, AsyncExitStack() as responders:
        duet = Duet(scene.client, copies, first, second)
        await responders.enter_async_context(responding(scene.servers, partial(_speaking, first), concurrency=1))
        listening = asyncio.create_task(duet.listen(a_line(await new_person(scene.client), "Who are you?")))
        await first.says(2)
        await responders.enter_async_context(responding(scene.servers, partial(_speaking, second), concurrency=1))
        await copies.again((await copies.of("respond"))[0])
        await second.says(1)
        await duet.shows("Here")
        yield duet
        await listening


def _speaking(voice: Voice, bus: Bus) -> Respond:
    return partial(reply_to_turn, voice, b"a key", bus)


async def _stored_reply(records: Records) -> object:
    return await records.value("select content from message where role = 'companion'")


async def test_who_listens_hears_the_later_worker_and_nothing_more_of_the_earlier_one(duet: Duet, scene: Scene) -> None:
    await duet.first.says(1)
    await duet.second.says(2)
    await duet.shows("closed")
    await duet.first.says(1)

    assert duet.shown == ["started", "I", " am", "restarted", "Here", " speaks", " another.", "closed"]
    assert isinstance(duet.events[-1], Closed)
    assert duet.events[-1].reply == "Here speaks another." == await _stored_reply(scene.records)


async def test_the_worker_that_is_done_first_says_what_counts(duet: Duet, scene: Scene) -> None:
    await duet.first.says(2)
    await duet.shows("closed")
    await duet.second.says(2)

    assert duet.shown == ["started", "I", " am", "restarted", "Here", "closed"]
    assert isinstance(duet.events[-1], Closed)
    assert duet.events[-1].reply == "I am the first." == await _stored_reply(scene.records)
