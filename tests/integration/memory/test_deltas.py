"""What a confirmed conversation changes in what is open; taking a change back brings back exactly what was."""

from uuid import UUID

import pytest

from services.memory.conversations.apply_deltas import apply_deltas, undo_deltas
from services.memory.conversations.talk_memories import load_talk_memories
from services.memory.people.account import add_engagement
from shared.contracts.entities import (
    DeltaType,
    NamedTask,
    NamedWaitingOn,
    OpenedQuestion,
    ProjectReference,
    ProjectUpdate,
)
from shared.contracts.requests.people import AddEngagement
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.kept_talk import a_delta, left

pytestmark = pytest.mark.row("C6")

KEY = NamedWaitingOn(who="Anna", what="the key")
TAX = NamedTask(description="do the taxes", priority="low")


async def entities_of(house: House, one: Inhabitant) -> dict[UUID, dict[str, object]]:
    rows = await house.records.rows("select * from memory_entity where person_id = $1", one.who.person_id)
    return {row["id"]: dict(row) for row in rows}


async def undo(house: House, one: Inhabitant, *deltas: UUID) -> None:
    async with house.memory.writing(one.who) as connection:
        await undo_deltas(connection, one.who, deltas)


async def test_undoing_brings_back_exactly_what_a_change_changed(house: House) -> None:
    one = await house.person()
    first = await left(house, one, "You wait for Anna's key.", KEY, TAX)
    waiting, task = (each.entity_id for each in first.entities)
    before = await entities_of(house, one)
    brought = [
        a_delta(DeltaType.RESOLVED_WAITING_ON, "Anna gave the key", thread_id=waiting),
        a_delta(DeltaType.PRIORITY_CHANGE, "taxes first", thread_id=task, new="normal"),
        a_delta(DeltaType.PRIORITY_CHANGE, "taxes first", thread_id=task, new="high"),
        a_delta(DeltaType.RESOLVED_THREAD, "taxes are done", thread_id=task),
    ]
    second = await left(house, one, "Anna gave you the key.", deltas=brought)
    after = await entities_of(house, one)
    assert after[waiting]["resolved_by"] == second.memory_id
    assert after[task]["resolved_by"] == second.memory_id
    assert '"priority": "high"' in str(after[task]["data"])
    await undo(house, one, *(delta.delta_id for delta in brought))
    assert await entities_of(house, one) == before
    async with house.memory.reading(one.who) as connection:
        (shown,) = await load_talk_memories(connection, one.who, [second.memory_id])
    assert [delta.applied for delta in shown.deltas] == [False] * 4


async def test_what_somebody_changed_since_stays_as_they_made_it(house: House) -> None:
    one = await house.person()
    task = (await left(house, one, "Taxes.", TAX)).entities[0].entity_id
    change = a_delta(DeltaType.PRIORITY_CHANGE, thread_id=task, new="high")
    done = a_delta(DeltaType.RESOLVED_THREAD, thread_id=task)
    await left(house, one, "Taxes again.", deltas=[change, done])
    await house.do('update memory_entity set data = data || \'{"priority": "normal"}\', resolved_by = null')
    await undo(house, one, change.delta_id)
    found = (await entities_of(house, one))[task]
    assert '"priority": "normal"' in str(found["data"])
    assert found["resolved_at"] is not None


async def test_a_thread_that_is_resolved_already_is_not_resolved_again(house: House) -> None:
    one = await house.person()
    waiting = (await left(house, one, "You wait for Anna's key.", KEY)).entities[0].entity_id
    first, again = (a_delta(DeltaType.RESOLVED_WAITING_ON, thread_id=waiting) for _ in range(2))
    by = await left(house, one, "The key is here.", deltas=[first])
    later = await left(house, one, "The key is here, still.", deltas=[again])
    assert (await entities_of(house, one))[waiting]["resolved_by"] == by.memory_id
    async with house.memory.reading(one.who) as connection:
        (shown,) = await load_talk_memories(connection, one.who, [later.memory_id])
    assert not shown.deltas[0].applied


@pytest.mark.row("U12")
async def test_what_is_not_surely_resolved_is_not_resolved(house: House) -> None:
    one = await house.person()
    waiting = (await left(house, one, "You wait for Anna's key.", KEY)).entities[0].entity_id
    unsure = a_delta(DeltaType.RESOLVED_WAITING_ON, thread_id=waiting, confidence=0.7)
    await left(house, one, "Perhaps it came.", deltas=[unsure])
    assert (await entities_of(house, one))[waiting]["resolved_at"] is None


async def test_what_the_person_did_without_opens_nothing(house: House) -> None:
    one = await house.person()
    kept = await left(house, one, "A question.", OpenedQuestion(question="Where to live?"))
    asked = kept.entities[0].entity_id
    opening = a_delta(DeltaType.NEW_THREAD, entity_id=asked)
    async with house.memory.writing(one.who) as connection:
        await apply_deltas(
            connection, one.who, kept.memory_id, [opening], house.memory.clock(), without={opening.delta_id}
        )
    assert not (await entities_of(house, one))[asked]["is_active"]
    async with house.memory.writing(one.who) as connection:
        await apply_deltas(connection, one.who, kept.memory_id, [opening], house.memory.clock())
    assert (await entities_of(house, one))[asked]["is_active"]
    await undo(house, one, opening.delta_id)
    assert not (await entities_of(house, one))[asked]["is_active"]


async def test_what_speaks_of_a_project_by_its_name_is_linked_to_it(house: House) -> None:
    one = await house.person()
    garden = await add_engagement(house.memory, AddEngagement(caller=one.who, key=a_key(), title="Gärten"))
    kept = await left(
        house, one, "The garden grows.",
        ProjectReference(act="Gras"), ProjectReference(act="garten"), ProjectUpdate(act="Gärten", update="planted"),
    )  # fmt: skip
    found = await entities_of(house, one)
    linked = [found[each.entity_id]["engagement_id"] for each in kept.entities]
    assert linked == [None, garden.engagement_id, garden.engagement_id]
    news = a_delta(DeltaType.ACT_UPDATE, entity_id=kept.entities[2].entity_id, new="planted")
    again = await left(house, one, "More.", deltas=[news])
    async with house.memory.reading(one.who) as connection:
        (shown,) = await load_talk_memories(connection, one.who, [again.memory_id])
    assert shown.deltas[0].applied
    await undo(house, one, news.delta_id)
    assert (await entities_of(house, one))[kept.entities[2].entity_id]["engagement_id"] is None


async def test_memories_of_one_conversation_know_each_other(house: House) -> None:
    one = await house.person()
    first = await left(house, one, "The one half.", KEY)
    second = await left(house, one, "The other half.", TAX, conversation_id=first.conversation_id)
    async with house.memory.reading(one.who) as connection:
        shown = await load_talk_memories(connection, one.who, conversation_id=first.conversation_id)
    assert {each.assertion_id: each.beside for each in shown} == {
        first.memory_id: (second.memory_id,),
        second.memory_id: (first.memory_id,),
    }
    assert [view.text for each in shown for view in each.entities if each.assertion_id == first.memory_id] == [
        "Anna: the key"
    ]
