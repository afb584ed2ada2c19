"""Nobody waits for a free worker, and no worker waits while somebody could be served."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from uuid import UUID

import pytest

from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller
from shared.contracts.notices import Attempt
from shared.contracts.turns import AnsweredTurn, PerformedTurn
from tests.integration.line.eventually import eventually
from tests.integration.line.own_responder import answered, responding
from tests.integration.line.people import a_line, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P3")

WORKERS = 8
PERSONS = 12
TURNS_EACH = 2
"""The first line is a turn; the two that wait behind it are one more."""


class Counters:
    """Eight counters that serve one turn each, until they are told to let it go."""

    def __init__(self) -> None:
        self.in_hand: Counter[UUID] = Counter()
        self.served: Counter[UUID] = Counter()
        self._let_go: dict[UUID, asyncio.Event] = {}

    async def serve(self, turn: PerformedTurn, _: Attempt) -> AnsweredTurn:
        person = turn.person_id
        self.in_hand[person] += 1
        self._let_go[person] = asyncio.Event()
        await self._let_go[person].wait()
        self.in_hand[person] -= 1
        self.served[person] += 1
        return answered(turn)

    @property
    def busy(self) -> int:
        return sum(self.in_hand.values())

    def let_go(self, person: UUID) -> None:
        self._let_go[person].set()


async def _everybody_says_three_lines(client: HoldfastClient) -> list[Caller]:
    callers = [await new_person(client) for _ in range(PERSONS)]
    for caller in callers:
        for text in ("one", "two", "three"):
            await client.ask(a_line(caller, text))
    return callers


async def test_every_worker_has_a_turn_in_hand_as_long_as_enough_persons_wait(scene: Scene) -> None:
    counters = Counters()
    async with AsyncExitStack() as stack:
        await scene.crew.start_all("memory", "classifier", "router", "workers")
        for _ in range(2):
            await stack.enter_async_context(
                responding(scene.servers, lambda _: counters.serve, concurrency=WORKERS // 2)
            )
        callers = await _everybody_says_three_lines(scene.client)

        for ended in range(PERSONS * TURNS_EACH):
            left = sum(counters.served[caller.person_id] < TURNS_EACH for caller in callers)

            async def all_are_busy(left: int = left) -> bool:
                return counters.busy == min(WORKERS, left)

            await eventually(all_are_busy)
            assert max(counters.in_hand.values()) == 1  # never two turns of one person
            served = [person for person, turns in counters.in_hand.items() if turns][ended % counters.busy]
            already = counters.served[served]
            counters.let_go(served)

            async def it_was_let_go(served: UUID = served, already: int = already) -> bool:
                return counters.served[served] > already

            await eventually(it_was_let_go)
        await eventually(scene.records.all_done)
    assert await scene.records.value("select count(*) from turn where status = 'answered'") == PERSONS * TURNS_EACH


async def test_a_person_whose_turn_takes_long_holds_up_nobody_else(scene: Scene) -> None:
    counters = Counters()
    await scene.crew.start_all("memory", "classifier", "router", "workers")
    slow, *others = [await new_person(scene.client) for _ in range(5)]

    async def serve(turn: PerformedTurn, attempt: Attempt) -> AnsweredTurn:
        return await counters.serve(turn, attempt) if turn.person_id == slow.person_id else answered(turn)

    async with responding(scene.servers, lambda _: serve, concurrency=2):
        for text in ("one", "two", "three"):
            await scene.client.ask(a_line(slow, text))

        async def slow_is_served() -> bool:
            return counters.busy == 1

        await eventually(slow_is_served)
        for _ in range(5):
            for caller in others:
                await scene.client.ask(a_line(caller, "something"))

        async def only_the_slow_one_waits() -> bool:
            return await scene.records.unfinished() == 3

        await eventually(only_the_slow_one_waits)
        assert counters.busy == 1
        for _ in range(TURNS_EACH):
            await eventually(slow_is_served)
            counters.let_go(slow.person_id)

            async def slow_was_served() -> bool:
                return counters.busy == 0 or not counters._let_go[slow.person_id].is_set()

            await eventually(slow_was_served)
        await eventually(scene.records.all_done)
