"""A person's lines are answered in their order, one turn at a time, on any number of workers in several processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import groupby
from uuid import UUID

import asyncpg
import pytest

from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller
from shared.contracts.errors import TooManyWaitingError
from shared.contracts.notices import Closed, Started
from shared.contracts.requests.turns import Converse
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, closed, new_person, new_project
from tests.integration.line.records import Records
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P3")

PERSONS = 40
PLACES = ("garden", "garden", "kitchen", "kitchen", "garden")
"""The project of each of a person's five quick lines."""
STAGES = ("memory", "classifier", "router", "responder")


class Talker:
    """One person with two projects, and everything that their doors hear."""

    def __init__(self, client: HoldfastClient, caller: Caller, projects: dict[str, UUID]) -> None:
        self.caller = caller
        self.sent: list[Converse] = []
        self.closed: list[Closed] = []
        self._client = client
        self._projects = projects

    @classmethod
    async def new(cls, client: HoldfastClient) -> "Talker":
        caller = await new_person(client)
        return cls(client, caller, {title: await new_project(client, caller, title) for title in set(PLACES)})

    async def talk(self) -> None:
        """Says five lines as quickly as they are accepted, and listens until each was answered."""
        async with self._client.listen(self.caller.person_id) as listener:
            for number, place in enumerate(PLACES):
                line = a_line(self.caller, f"line {number} about the {place}", project=self._projects[place])
                await self._client.ask(line)
                self.sent.append(line)
            async with asyncio.timeout(60):
                while not {line.line_id for line in self.sent} <= self.covered:
                    self.closed += [h.event for h in await listener.next(60) if isinstance(h.event, Closed)]

    @property
    def covered(self) -> set[UUID]:
        return {line_id for event in self.closed for line_id in event.covers}


async def _stored_turns(records: Records, caller: Caller) -> list[tuple[UUID, list[tuple[UUID, UUID]]]]:
    """Each turn in its order, with the lines that it took: id and project."""
    rows = await records.rows(
        "select t.id as turn_id, l.id as line_id, l.engagement_id from turn t"
        " join line l on l.person_id = t.person_id and l.turn_id = t.id"
        " where t.person_id = $1 order by t.moment, l.moment",
        caller.person_id,
    )
    return [
        (turn_id, [(row["line_id"], row["engagement_id"]) for row in lines])
        for turn_id, lines in groupby(rows, lambda row: row["turn_id"])
    ]


@asynccontextmanager
async def _watching_for_two_at_once(records: Records) -> AsyncIterator[list[asyncpg.Record]]:
    """Looks again and again for a person with two turns in flight."""
    seen: list[asyncpg.Record] = []

    async def watch() -> None:
        while True:
            seen.extend(
                await records.rows(
                    "select person_id from turn where status = 'active' group by person_id having count(*) > 1"
                )
            )

    watching = asyncio.create_task(watch())
    yield seen
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching


async def test_forty_persons_are_answered_in_order_by_eight_workers_in_several_processes(scene: Scene) -> None:
    await asyncio.gather(scene.crew.start_all(), scene.crew.start_all(*STAGES))
    talkers = await asyncio.gather(*(Talker.new(scene.client) for _ in range(PERSONS)))
    async with _watching_for_two_at_once(scene.records) as two_at_once:
        await asyncio.gather(*(talker.talk() for talker in talkers))
        await eventually(scene.records.all_done)

    taken_together = 0
    for talker in talkers:
        turns = await _stored_turns(scene.records, talker.caller)
        lines = [line for _, of_turn in turns for line in of_turn]
        assert lines == [(line.line_id, line.project_id) for line in talker.sent]  # in order, none lost, none twice
        assert [(event.turn_id, list(event.covers)) for event in talker.closed] == [
            (turn_id, [line_id for line_id, _ in of_turn]) for turn_id, of_turn in turns
        ]  # each sender is told which reply covers theirs, in the order of the turns
        assert all(len({project for _, project in of_turn}) == 1 for _, of_turn in turns)
        taken_together += sum(len(of_turn) > 1 for _, of_turn in turns)
    assert taken_together > 0
    assert two_at_once == []
    assert await scene.records.failed_turns() == []


async def test_the_database_itself_lets_no_second_turn_be_in_flight(scene: Scene) -> None:
    await scene.crew.start_all()
    reply = await closed(scene.client, a_line(await new_person(scene.client), "Hello"))
    copy = (
        "insert into turn (id, tenant_id, person_id, conversation_id, engagement_id, channel, write, read, status,"
        " offered, steps, activated_at, deadline) select gen_random_uuid(), tenant_id, person_id, conversation_id,"
        " engagement_id, channel, write, read, 'active', 1, steps, activated_at, deadline from turn where id = $1"
    )
    await scene.records.rows(copy, reply.turn_id)
    with pytest.raises(asyncpg.UniqueViolationError, match="one_turn_in_flight"):
        await scene.records.rows(copy, reply.turn_id)


async def test_what_one_person_says_in_a_rush_is_answered_in_order_or_refused_and_nowhere_stored(scene: Scene) -> None:
    await scene.crew.start_all("memory", "workers")  # nobody answers yet, so everything after the first line waits
    caller = await new_person(scene.client)
    lines = [a_line(caller, f"line {number}") for number in range(50)]
    taken, refused = lines[:21], lines[21:]  # one in flight, twenty waiting
    async with scene.client.listen(caller.person_id) as listener:
        for line in taken:
            await scene.client.ask(line)
        for line in refused:
            with pytest.raises(TooManyWaitingError) as told:
                await scene.client.ask(line)
            assert told.value.saved == "false"
        await scene.crew.start_all("classifier", "router", "responder")
        started: list[Started] = []
        async with asyncio.timeout(60):
            while sum(len(event.covers) for event in started) < len(taken):
                started += [h.event for h in await listener.next(60) if isinstance(h.event, Started)]
    assert [line_id for event in started for line_id in event.covers] == [line.line_id for line in taken]
    assert [len(event.covers) for event in started] == [1, 10, 10]
    await eventually(scene.records.all_done)
    assert await scene.records.value("select count(*) from line") == len(taken)
    said = [text for role, text in await scene.records.conversation(caller.person_id) if role == "person"]
    assert said == [line.text for line in taken]
