"""A narrative goes out of use with all that it names, and comes back with it; its changes stay as they were made."""

from datetime import timedelta
from uuid import UUID

import pytest

from services.memory.chores.set_aside import SettingAside
from services.memory.conversations.greeting import get_greeting
from services.memory.conversations.story import list_story
from services.memory.conversations.threads import list_threads
from services.memory.notebook.commands import change_memory
from services.memory.recall.memory_query import query_memory
from shared.contracts.requests.conversations import GetGreeting, ListStory, ListThreads
from shared.contracts.requests.notebook import ChangeAssertion, Verb
from shared.contracts.requests.recall import QueryMemory
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.talk_left import Left, ended_talk

pytestmark = [pytest.mark.row("C6"), pytest.mark.row("M8")]
LONG_AGO = (
    "update assertion set created_at = now() - interval '90 days', updated_at = now() - interval '90 days',"
    " last_accessed_at = null"
)


async def change(house: House, one: Inhabitant, talk: Left, verb: Verb, **more: object) -> None:
    version = int(str(await house.records.value("select version from assertion where id = $1", talk.narrative_id)))
    asked = {"caller": one.who, "key": a_key(), "assertion_id": talk.narrative_id, "verb": verb, "version": version}
    await change_memory(house.memory, ChangeAssertion.model_validate(asked | more))


async def in_use(house: House, one: Inhabitant) -> tuple[list[UUID], list[UUID], bool]:
    """The threads that are open, the narratives of the story, and whether the greeting names anything."""
    threads = (await list_threads(house.memory, ListThreads(caller=one.who))).threads
    story = (await list_story(house.memory, ListStory(caller=one.who))).memories
    greeting = await get_greeting(house.memory, GetGreeting(caller=one.who))
    return [each.thread_id for each in threads], [each.assertion_id for each in story], bool(greeting.threads)


async def forget(house: House) -> None:
    await SettingAside(house.memory, timedelta(days=60), timedelta(days=30)).forget()


async def test_what_is_taken_back_takes_its_threads_along_and_brings_them_back(house: House) -> None:
    one = await house.person()
    talk = await ended_talk(house, one, "Anna owes me the keys.", "You wait for Anna's keys.", "Get the keys")
    before = await in_use(house, one)
    assert before == ([talk.entity_id], [talk.narrative_id], True)
    await change(house, one, talk, Verb.RETRACT)
    assert await in_use(house, one) == ([], [], False)
    assert await house.records.value("select applied from state_delta") is True
    await change(house, one, talk, Verb.RESTORE)
    assert await in_use(house, one) == before


async def test_what_resolved_a_thread_is_taken_back_and_the_thread_stays_resolved(house: House) -> None:
    one = await house.person()
    first = await ended_talk(house, one, "Anna owes me the keys.", "You wait for Anna's keys.", "Get the keys")
    later = await ended_talk(house, one, "Anna came.", "Anna brought the keys.", "See Anna again")
    await house.do(
        "update memory_entity set resolved_at = now(), resolved_by = $1 where id = $2",
        *(later.narrative_id, first.entity_id),
    )
    await change(house, one, later, Verb.RETRACT)
    assert await in_use(house, one) == ([], [first.narrative_id], False)


async def test_no_age_alone_sets_a_narrative_aside(house: House) -> None:
    one = await house.person()
    await ended_talk(house, one, "Anna owes me the keys.", "You wait for Anna's keys.", "Get the keys")
    await house.do(LONG_AGO)
    before = await in_use(house, one)
    await forget(house)
    assert await in_use(house, one) == before


async def test_what_the_person_made_unimportant_is_set_aside_with_what_it_names_and_kept_with_it(house: House) -> None:
    one = await house.person()
    talk = await ended_talk(house, one, "Anna owes me the keys.", "You wait for Anna's keys.", "Get the keys")
    before = await in_use(house, one)
    await change(house, one, talk, Verb.IMPORTANCE, importance=1)
    await house.do(LONG_AGO)
    await forget(house)
    assert await in_use(house, one) == ([], [], False)
    await change(house, one, talk, Verb.RESTORE)
    assert await in_use(house, one) == before


@pytest.mark.row("M2")
async def test_a_narrative_that_tells_what_was_taken_back_is_shown_to_no_model(house: House) -> None:
    one = await house.person()
    talk = await ended_talk(
        house, one, "Anna owes me the keys.", "Anna owes you the keys of the cellar.", "Get the keys of the cellar"
    )
    fact_id = await house.knows(one, "Anna owes you the keys.", "Anna owes you the keys", turn_id=talk.turn_id)

    question = QueryMemory.model_validate(
        {"caller": one.who, "query": "keys of the cellar", "filters": {"kind": "narrative"}}
    )

    async def found() -> int:
        return len((await query_memory(house.memory, question)).hits)

    before = await found()
    for force in ("retracted", "committed"):
        await house.do(
            "update assertion set force = $2, previous_force = case $2 when 'retracted' then 'committed' end,"
            " reason = case $2 when 'retracted' then 'forgotten' end where id = $1",
            *(fact_id, force),
        )
        if force == "retracted":
            hidden = await found()
    assert (before, hidden, await found()) == (1, 0, 1)
