"""What is done is counted by stage, operation and status, exactly once for the line, and without anybody's words."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from services.memory.chores.expire_held import expire_held
from services.memory.notebook import commands
from services.memory.ops import event_counts
from services.memory.ops.event_counts import count_events, drop_old, note_counts
from services.memory.ops.events import Tally, Went
from services.memory.recall import memory_query
from services.memory.store.context import MemoryContext
from services.memory.turn.end import bury_turn, end_overdue
from shared.contracts.errors import HoldfastError, ProjectNotFoundError
from shared.contracts.notices import DeadTurn
from shared.contracts.operations import Outcome
from shared.contracts.requests.notebook import ChangeAssertion, Verb, WriteAssertion
from shared.contracts.requests.ops import CountEvents
from shared.contracts.requests.recall import QueryMemory
from shared.contracts.turns import Stamp
from tests.integration.memory.a_turn import USE, closed, opened, performed
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("S7")

NOON = datetime(2026, 5, 31, 12, tzinfo=UTC)


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def told(house: House) -> list[tuple[str, str, str, int]]:
    rows = await house.records.rows("select node, operation, status, count from operational_event order by moment")
    return [tuple(row) for row in rows]


def at(house: House, moment: datetime) -> MemoryContext:
    """The memory at that moment."""
    return replace(house.memory, clock=lambda: moment)


async def test_a_turn_with_a_reply_counts_its_steps_and_what_it_did(house: House, person: Inhabitant) -> None:
    turn = await performed(house, await opened(house, person, "Good morning"), "history")
    stamps = tuple(Stamp(step=step, ms=1) for step in ("open", "classify", "route", "perform", "respond"))
    outcomes = (Outcome(kind="remember", done=True), Outcome(kind="forget", done=False))
    away = USE.model_copy(update={"fallback_from": "anthropic:a-model"})
    turn = turn.model_copy(update={"understanding": turn.understanding.model_copy(update={"source": away})})
    await closed(house, turn, stamps=stamps, outcomes=outcomes)
    assert await told(house) == [
        ("memory", "open", "ok", 1),
        ("classifier", "classify", "ok", 1),
        ("router", "route", "ok", 1),
        ("memory", "perform", "ok", 1),
        ("responder", "respond", "ok", 1),
        ("memory", "remember", "ok", 1),
        ("memory", "forget", "skipped", 1),
        ("classifier", "ask_model", "error", 1),
        ("memory", "close", "ok", 1),
    ]


async def test_a_copy_of_a_turn_that_is_over_counts_nothing(house: House, person: Inhabitant) -> None:
    turn = await performed(house, await opened(house, person, "Good morning"), "history")
    for _ in range(3):
        await closed(house, turn)
    assert await told(house) == [("memory", "close", "ok", 1)]


async def test_a_turn_that_failed_counts_where(house: House, person: Inhabitant) -> None:
    turn = await opened(house, person, "Good morning")
    dead = DeadTurn(step="classify", reason="not readable", attempts=5, form="")
    assert await bury_turn(house.memory, person.who, turn.turn_id, dead)
    late = await opened(house, person, "Good evening")
    assert await end_overdue(house.memory, person.who, late.turn_id, late.deadline + timedelta(seconds=1))
    assert await told(house) == [("classifier", "classify", "error", 1), ("memory", "too_late", "error", 1)]


async def test_a_command_counts_by_its_name_a_change_by_its_verb_and_a_refusal_as_skipped(
    house: House, person: Inhabitant
) -> None:
    write = event_counts.with_counting(house.memory, WriteAssertion, commands.write_memory)
    wanted = {"caller": person.who, "engagement_id": person.story_id, "content": "You like tea."}
    written = await commands.write_memory(house.memory, WriteAssertion.model_validate({**wanted, "key": a_key()}))
    await write(WriteAssertion.model_validate({**wanted, "key": a_key()}))
    with pytest.raises(ProjectNotFoundError):
        await write(WriteAssertion.model_validate({**wanted, "key": a_key(), "engagement_id": uuid4()}))
    change = event_counts.with_counting(house.memory, ChangeAssertion, commands.change_memory)
    of = {"caller": person.who, "assertion_id": written.assertion_id, "verb": Verb.PIN}
    await change(ChangeAssertion.model_validate({**of, "key": a_key(), "version": written.version}))
    with pytest.raises(HoldfastError):
        await change(ChangeAssertion.model_validate({**of, "key": a_key(), "version": 99}))
    await house.memory.drain()
    assert sorted(await told(house)) == [
        ("memory", "link", "ok", 1),  # the second says the same
        ("memory", "pin", "ok", 1),
        ("memory", "pin", "skipped", 1),
        ("memory", "write", "ok", 1),
        ("memory", "write", "skipped", 1),
    ]


async def test_a_chore_counts_what_it_did_and_nothing_when_there_was_nothing(house: House, person: Inhabitant) -> None:
    for content in ("You like tea.", "You like teal."):
        held = await house.knows(person, content, force="held")
        await house.do("update assertion set expires_at = $2 where id = $1", held, NOON)
    await expire_held(at(house, NOON))
    assert await told(house) == []
    await expire_held(at(house, NOON + timedelta(minutes=1)))
    assert await told(house) == [("memory", "expire", "ok", 2)]


async def test_an_operator_is_told_counts_over_time_of_the_time_asked_for(house: House) -> None:
    for minutes, tally in (
        (-61, Tally("memory", "write")),
        (-60, Tally("memory", "write", count=2)),
        (-56, Tally("memory", "write")),
        (-1, Tally("memory", "write", Went.SKIPPED)),
    ):
        moment = NOON + timedelta(minutes=minutes)
        await note_counts(at(house, moment), tally)
    answer = await count_events(at(house, NOON), CountEvents(seconds=3_600))
    assert (answer.since, answer.until) == (NOON - timedelta(hours=1), NOON)
    assert [(one.begins, one.status, one.count) for one in answer.counts] == [
        (NOON - timedelta(minutes=60), "ok", 3),
        (NOON - timedelta(minutes=5), "skipped", 1),
    ]


async def test_a_query_counts_with_what_it_found_and_its_category_where_it_names_one(
    house: House, person: Inhabitant
) -> None:
    await house.knows(person, "You like green tea.")
    query = event_counts.with_counting(house.memory, QueryMemory, memory_query.query_memory)
    for more in ({}, {"categories": ["health"]}, {"categories": ["health", "goals"]}, {"categories": ["goals"]}):
        await query(QueryMemory.model_validate({"caller": person.who, "query": "green tea", **more}))
        await house.memory.drain()
    rows = await house.records.rows("select operation, category, count from operational_event order by moment")
    assert sorted((row["operation"], row["category"] or "", row["count"]) for row in rows) == [
        ("hit", "", 1),
        ("hit", "", 1),
        ("hit", "health", 1),
        ("query", "", 1),
        ("query", "", 1),
        ("query", "goals", 1),
        ("query", "health", 1),
    ]
    told = (await count_events(house.memory, CountEvents())).counts
    assert {(one.operation, one.category) for one in told} == {(row["operation"], row["category"]) for row in rows}


@pytest.mark.row("M12")
async def test_a_link_counts_with_how_near_the_two_are_and_its_person_in_no_answer(
    house: House, person: Inhabitant
) -> None:
    for content in ("You work as a nurse in a hospital.", "Your job as a nurse is in a hospital."):
        asked = {"caller": person.who, "engagement_id": person.story_id, "content": content, "key": a_key()}
        written = await commands.write_memory(house.memory, WriteAssertion.model_validate(asked))
    (row,) = await house.records.rows("select * from operational_event where operation = 'link'")
    assert (row["person_id"], row["assertion_id"]) == (person.who.person_id, written.assertion_id)
    strength = await house.records.value("select strength from relation")
    assert row["similarity"] == strength
    (told,) = (await count_events(house.memory, CountEvents())).counts
    assert (told.operation, told.category, told.similarity) == ("link", row["category"], strength)
    ids = {str(person.who.person_id), str(person.who.tenant_id), str(written.assertion_id)}
    assert not [one for one in ids if one in told.model_dump_json()]


async def test_what_is_older_than_a_month_goes_some_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_counts, "MOST_DROPPED", 2)
    moments = [NOON - timedelta(days=30, minutes=n) for n in range(1, 6)] + [NOON - timedelta(days=30)]
    for moment in moments:
        await note_counts(at(house, moment), Tally("memory", "write"))
    await drop_old(at(house, NOON))
    assert await told(house) == [("memory", "write", "ok", 1)]


@pytest.mark.row("M9")
async def test_nothing_that_a_turn_counts_is_anybodys(house: House, person: Inhabitant) -> None:
    await closed(house, await performed(house, await opened(house, person, "I like CanaryBird"), "history"))
    row = (await house.records.rows("select * from operational_event"))[0]
    assert (row["person_id"], row["tenant_id"], row["assertion_id"]) == (None, None, None)
    columns = "select column_name from information_schema.columns where table_name = 'operational_event'"
    assert {row["column_name"] for row in await house.records.rows(columns)} == {
        *("moment", "at", "node", "operation", "status", "count"),
        *("tenant_id", "person_id", "assertion_id", "category", "similarity"),
    }


@pytest.mark.row("M15", "M16")
async def test_what_an_answer_is_made_of_is_used_and_a_list_uses_nothing(house: House, person: Inhabitant) -> None:
    tea = await house.knows(person, "You like tea.")
    await house.knows(person, "Your sister is called Mia.")

    async def ask(question: str, needs: str) -> None:
        turn = await opened(house, person, question)
        await closed(house, await performed(house, turn, needs, query=question))

    async def uses() -> list[tuple[int, bool]]:
        rows = await house.records.rows(
            "select access_count, last_accessed_at is not null as used from assertion order by display_number"
        )
        return [tuple(row) for row in rows]

    await ask("Do I like tea?", "quotes")
    assert await uses() == [(1, True), (0, False)]
    await ask("What is in here?", "summary")
    assert await uses() == [(1, True), (0, False)]
    assert await house.records.value("select version from assertion where id = $1", tea) == 1
