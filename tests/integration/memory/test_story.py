"""Your Story by time and by meaning, its themes, and the person's own hand at a narrative."""

from datetime import timedelta
from uuid import UUID

import pytest

from services.memory.conversations.change_talk_memory import change_talk_memory
from services.memory.conversations.story import list_story
from services.memory.conversations.themes import refresh_themes
from services.memory.notebook.entries import get_history
from services.memory.people.account import add_engagement
from shared.contracts.entities import DeltaType, NamedPerson, NamedTask, NamedWaitingOn, ProjectReference
from shared.contracts.errors import AssertionNotFoundError, ForceError, StaleVersionError, WritingRuleError
from shared.contracts.requests.conversations import ChangeTalkMemory, ListStory, StoryPage, TalkMemory
from shared.contracts.requests.notebook import GetHistory
from shared.contracts.requests.people import AddEngagement
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.kept_talk import LONG_AGO, a_delta, left

pytestmark = pytest.mark.row("C4", "C9")


async def told(house: House, one: Inhabitant, **more: object) -> StoryPage:
    return await list_story(house.memory, ListStory.model_validate({"caller": one.who, **more}))


async def changed(house: House, one: Inhabitant, memory_id: UUID, version: int = 1, **more: object) -> TalkMemory:
    command = {"caller": one.who, "key": a_key(), "assertion_id": memory_id, "version": version, **more}
    return await change_talk_memory(house.memory, ChangeTalkMemory.model_validate(command))


async def test_the_newest_comes_first_and_only_what_is_known(house: House) -> None:
    one, neighbour = await house.person(), await house.person()
    for days, text in enumerate(("You planted beans.", "You sold the car.", "You dug a pond.")):
        await left(house, one, text, at=LONG_AGO + timedelta(days=days))
    await left(house, one, "You hold this.", force="held")
    await left(house, neighbour, "Theirs.")
    page = await told(house, one, limit=2)
    assert [each.narrative for each in page.memories] == ["You dug a pond.", "You sold the car."]
    assert page.total == 3
    assert [each.narrative for each in (await told(house, one, offset=2)).memories] == ["You planted beans."]
    assert [each.narrative for each in (await told(house, one, q="CÁR")).memories] == ["You sold the car."]


async def test_by_meaning_near_ones_stand_side_by_side(house: House) -> None:
    one = await house.person()
    texts = (
        "You planted tomatoes in the garden.", "You were afraid of the exam at the university.",
        "The garden's tomatoes are ripe.", "The university sent the result of the exam.",
    )  # fmt: skip
    for days, text in enumerate(texts):
        await left(house, one, text, at=LONG_AGO + timedelta(days=days))
    order = [each.narrative for each in (await told(house, one, order="meaning")).memories]
    assert order[0] == texts[3]
    assert [texts.index(text) % 2 for text in order] == [1, 1, 0, 0]


async def test_a_project_lists_its_own_and_what_speaks_of_it(house: House) -> None:
    one = await house.person()
    garden = await add_engagement(house.memory, AddEngagement(caller=one.who, key=a_key(), title="Garden"))
    await left(house, one, "In it.", engagement_id=garden.engagement_id)
    await left(house, one, "Of it.", ProjectReference(act="garden"))
    await left(house, one, "Neither.")
    page = await told(house, one, engagement_id=garden.engagement_id)
    assert {each.narrative for each in page.memories} == {"In it.", "Of it."}
    assert {each.narrative for each in (await told(house, one)).memories} == {"Of it.", "Neither."}


@pytest.mark.row("S8")
async def test_themes_rest_on_the_narratives_that_they_name(house: House) -> None:
    one = await house.person()
    about = [await left(house, one, f"Talk {n}.", NamedPerson(name="Anna")) for n in range(2)]
    await left(house, one, "Held.", NamedPerson(name="Ben"), force="held")
    await left(house, one, "Held, too.", NamedPerson(name="Ben"), force="held")
    async with house.memory.writing(one.who) as connection:
        await refresh_themes(connection, one.who)
    (theme,) = (await told(house, one)).themes
    assert (theme.label, theme.times, theme.of) == ("Anna", 2, 2)
    assert set(theme.memory_ids) == {each.memory_id for each in about}


@pytest.mark.row("M22")
async def test_a_narrative_is_worded_anew_and_its_draft_stays_beside_it(house: House) -> None:
    one = await house.person()
    revision = "select revision from person where id = $1"
    kept = await left(house, one, "You sold the car.", NamedPerson(name="Anna"), NamedTask(description="buy a bike"))
    anna, task = (each.entity_id for each in kept.entities)
    before = await house.records.value(revision, one.who.person_id)
    told_so = await changed(
        house, one, kept.memory_id, narrative="You sold the old car.", entities_to_remove=[anna],
        entities_to_add=[{"data": {"type": "person", "name": "Ben"}}],
    )  # fmt: skip
    assert (told_so.narrative, told_so.original, told_so.edited) == ("You sold the old car.", "You sold the car.", True)
    assert (told_so.version, told_so.force) == (2, "committed")
    assert {view.text for view in told_so.entities} == {"Ben", "buy a bike"}
    assert all(view.is_active for view in told_so.entities)
    assert int(str(await house.records.value(revision, one.who.person_id))) == int(str(before)) + 1
    history = await get_history(house.memory, GetHistory(caller=one.who, assertion_id=kept.memory_id))
    assert [(entry.verb, entry.new) for entry in history.entries] == [("correct", "You sold the old car.")]
    assert task in {view.entity.entity_id for view in told_so.entities}


async def test_whoever_saw_another_version_changes_nothing_and_is_told_what_is_there(house: House) -> None:
    one = await house.person()
    kept = await left(house, one, "You sold the car.", NamedPerson(name="Anna"))
    await changed(house, one, kept.memory_id, entities_to_remove=[kept.entities[0].entity_id])
    with pytest.raises(StaleVersionError) as refused:
        await changed(house, one, kept.memory_id, narrative="You sold it.")
    assert refused.value.current is not None
    (shown,) = (await told(house, one)).memories
    assert (shown.narrative, shown.version, shown.entities) == ("You sold the car.", 2, ())


async def test_a_change_that_it_brought_is_taken_back(house: House) -> None:
    one = await house.person()
    waiting = (await left(house, one, "Wait.", NamedWaitingOn(who="Anna", what="key"))).entities[0].entity_id
    mine, other = (a_delta(DeltaType.RESOLVED_WAITING_ON, thread_id=waiting) for _ in range(2))
    kept = await left(house, one, "It came.", deltas=[mine])
    await changed(house, one, kept.memory_id, undo_deltas=[other.delta_id])
    assert await house.records.value("select resolved_by from memory_entity") == kept.memory_id
    after = await changed(house, one, kept.memory_id, version=2, undo_deltas=[mine.delta_id])
    assert [delta.applied for delta in after.deltas] == [False]
    assert await house.records.value("select resolved_by from memory_entity") is None


async def test_what_is_held_stays_held_when_it_is_worded_anew(house: House) -> None:
    one = await house.person()
    kept = await left(house, one, "You sold the car.", force="held")
    after = await changed(house, one, kept.memory_id, narrative="You sold it.", entities_to_add=[
        {"data": {"type": "person", "name": "Ben"}}])  # fmt: skip
    assert (after.force, after.narrative) == ("held", "You sold it.")
    assert not after.entities[0].is_active


async def test_what_cannot_be_is_refused_with_a_sentence(house: House) -> None:
    one, neighbour = await house.person(), await house.person()
    kept = await left(house, one, "You sold the car.")
    with pytest.raises(WritingRuleError):
        await changed(house, one, kept.memory_id, narrative="One. Two. Three. Four. Five.")
    with pytest.raises(AssertionNotFoundError):
        await changed(house, one, await house.knows(one, "You like tea."))
    with pytest.raises(AssertionNotFoundError):
        await changed(house, neighbour, kept.memory_id)
    await house.do(
        "update assertion set force = 'retracted', previous_force = 'committed', reason = 'forgotten' where id = $1",
        kept.memory_id,
    )
    with pytest.raises(ForceError):
        await changed(house, one, kept.memory_id)
