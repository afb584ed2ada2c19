"""Lives in which memory dies in the middle of what it does, and is asked again by whoever had no answer.

What dies is this process's memory: its transaction is cut off where it stands, what it meant to do afterwards is gone,
and another takes its place on the same database. `tests/integration/faults` does it to whole processes.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar
from uuid import UUID

from services.memory.inflight.ending import load_turn
from services.memory.notebook import commands, entries
from services.memory.store.context import MemoryContext
from services.memory.turn.accept import accept_line
from services.memory.turn.close import close_turn
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from shared.bus import failpoints
from shared.bus.failpoints import FailpointError
from shared.contracts.assertions import AssertionView
from shared.contracts.envelope import Caller, Key
from shared.contracts.ids import line_id
from shared.contracts.message import Message
from shared.contracts.notices import Attempt
from shared.contracts.requests.notebook import ChangeAssertion, ListAssertions, Verb
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import AnsweredTurn, Channel, OpenedTurn, RoutedTurn, Turn
from shared.contracts.understanding import Understanding
from tests.integration.memory.house import House, Inhabitant
from tests.integration.memory.orders import USE, Order

AnswerT = TypeVar("AnswerT")
AskedT = TypeVar("AskedT", bound=Message)
FIRST = Attempt(1, 1, 1)

PLACES = (
    "memory.before_commit",
    "memory.after_commit",
    "accept.committed",
    "close.committed",
    "erase.entered",
    "erase.committed",
)
"""Where memory may die while it does what these lives ask of it."""
Passage = tuple[str, int]
"""A place, and the how manieth time it is passed in one act."""


def a_key_named(name: str) -> Key:
    return Key(value=name, body_hash="the body")


@dataclass
class Life:
    """One person, who does one thing after the other; in each, memory dies at the passage that is given for it."""

    house: House
    one: Inhabitant
    dies_at: dict[str, Passage] = field(default_factory=dict)
    passed: dict[str, list[Passage]] = field(default_factory=dict)
    died: list[str] = field(default_factory=list)
    answers: dict[str, Message] = field(default_factory=dict)
    memory: MemoryContext = field(init=False)

    def __post_init__(self) -> None:
        """Begins with the memory that is there."""
        self.memory = self.house.memory

    # ---- what is done ----

    async def turn(self, said: str, order: Order) -> None:
        """A line, and all that is done because of it."""
        with self._act(said):
            opened = await self.opened(said)
            standing = opened.standing if opened.may_answer else None
            reading = Understanding(intent="general_conversation", confidence=1, source=USE)
            routed = RoutedTurn.grown(opened, understanding=reading, operations=tuple(order(standing)), reply_needs=())
            performed = await self.surely(lambda memory: perform_turn(memory, routed, FIRST))
            assert performed is not None
            answered = AnsweredTurn.grown(performed, reply="so it is", answered_by=USE)
            await self.surely(lambda memory: close_turn(memory, answered, FIRST))

    async def opened(self, said: str) -> OpenedTurn:
        """A line that was accepted, and what understanding is shown with it."""
        who = self.one.who
        request = Converse(
            caller=who,
            line_id=line_id(who.person_id, said),
            body_hash=said,
            text=said,
            project_id=None,
            channel=Channel.API,
        )
        accepted = await self.surely(lambda memory: accept_line(memory, request))
        turn_id = accepted.turn_id
        assert turn_id is not None
        turn = await self.surely(lambda memory: _turn(memory, who, turn_id))
        opened = await self.surely(lambda memory: open_turn(memory, turn, FIRST))
        assert opened is not None
        return opened

    async def command(
        self, handler: Callable[[MemoryContext, AskedT], Awaitable[Message]], name: str, asked: AskedT
    ) -> None:
        """What is asked for with a key, and with the same key again when no answer came."""
        with self._act(name):
            self.answers[name] = await self.surely(lambda memory: handler(memory, asked))

    async def by_hand(self, name: str, verb: Verb, content: str, **more: object) -> None:
        """Something done to the memory that reads so, in the notebook."""
        found = await self.known(content)
        asked = {"caller": self.one.who, "assertion_id": found.assertion_id, "verb": verb, "version": found.version}
        command = ChangeAssertion.model_validate(asked | {"key": a_key_named(name)} | more)
        await self.command(commands.change_memory, name, command)

    async def known(self, content: str) -> AssertionView:
        """The memory that reads so, whatever its force."""
        page = await entries.list_assertions(self.house.memory, ListAssertions(caller=self.one.who, limit=100))
        (found,) = [one for one in page.assertions if one.content == content]
        return found

    # ---- dying ----

    async def surely(self, work: Callable[[MemoryContext], Awaitable[AnswerT]]) -> AnswerT:
        """What whoever asked does: asks again, of the memory that took the place of the one that died."""
        try:
            return await self._whole(work)
        except FailpointError:
            await self._come_back()
            return await self._whole(work)

    async def _whole(self, work: Callable[[MemoryContext], Awaitable[AnswerT]]) -> AnswerT:
        answer = await work(self.memory)
        await self.memory.drain()
        return answer

    async def _come_back(self) -> None:
        left = list(self.memory._spawned)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self.memory = replace(self.memory, _spawned=set())

    def _act(self, name: str) -> "_Act":
        return _Act(self, name)


async def _turn(memory: MemoryContext, who: Caller, turn_id: UUID) -> Turn:
    async with memory.reading(who) as connection:
        stored = await load_turn(connection, who.person_id, turn_id)
    assert stored is not None
    return stored.turn


@dataclass
class _Act:
    """Arms the passage of one act, or lets all pass and counts them."""

    life: Life
    name: str

    def __enter__(self) -> None:
        failpoints._passages.clear()
        place, number = self.life.dies_at.get(self.name, ("nowhere", 0))
        failpoints._armed.update(dict.fromkeys(PLACES, "sleep:0") | {place: f"raise:{number}"})

    def __exit__(self, *_: object) -> None:
        passed = Counter(failpoints._passages)
        failpoints._armed.clear()
        failpoints._passages.clear()
        self.life.passed[self.name] = [(place, n + 1) for place in PLACES for n in range(passed[place])]
        place, number = self.life.dies_at.get(self.name, ("nowhere", 0))
        if 0 < number <= passed[place]:
            self.life.died.append(self.name)
