"""What did you know about me in May? As it stood and read then, and never what is erased since."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.memory.notebook import commands, entries
from services.memory.recall import memory_query
from services.memory.store.context import MemoryContext
from shared.contracts.assertions import AssertionView, Force, State
from shared.contracts.requests.notebook import ChangeAssertion, GetAssertion, ListAssertions, Verb, WriteAssertion
from shared.contracts.requests.recall import Filters, QueryMemory
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("M25")

MAY = datetime(2026, 5, 1, 12, tzinfo=UTC)
JUNE, JULY = MAY + timedelta(days=31), MAY + timedelta(days=61)


def at(house: House, moment: datetime) -> MemoryContext:
    """The same memory at another time."""
    return replace(house.memory, clock=lambda: moment)


async def wrote(memory: MemoryContext, one: Inhabitant, content: str) -> AssertionView:
    command = WriteAssertion(caller=one.who, key=a_key(), engagement_id=one.story_id, content=content)
    return await commands.write_memory(memory, command)


async def do(memory: MemoryContext, one: Inhabitant, verb: Verb, of: AssertionView, **more: object) -> None:
    asked = {"caller": one.who, "key": a_key(), "assertion_id": of.assertion_id, "verb": verb, "version": of.version}
    await commands.change_memory(memory, ChangeAssertion.model_validate(asked | more))


async def lived(house: House) -> Inhabitant:
    """In May three things came to be known; in June one was reworded, one taken back, one erased, and one came."""
    one = await house.person()
    may, june = at(house, MAY), at(house, JUNE)
    tea = await wrote(may, one, "You like green tea.")
    boat = await wrote(may, one, "You own a boat.")
    secret = await wrote(may, one, "You fear spiders.")
    await do(june, one, Verb.CORRECT, tea, content="You like black tea.")
    await do(june, one, Verb.RETRACT, boat)
    await do(june, one, Verb.ERASE, secret)
    await wrote(june, one, "You live in Lisbon.")
    return one


async def known(house: House, one: Inhabitant, as_of: datetime, **more: object) -> dict[str, AssertionView]:
    asked = ListAssertions.model_validate({"caller": one.who, "as_of": as_of} | more)
    return {view.content: view for view in (await entries.list_assertions(house.memory, asked)).assertions}


async def test_what_was_known_then_is_told_as_it_stood_and_read_then(house: House) -> None:
    one = await lived(house)
    then = await known(house, one, MAY + timedelta(days=9))
    assert {text: (view.force, view.version) for text, view in then.items()} == {
        "You like green tea.": (Force.COMMITTED, 1),
        "You own a boat.": (Force.COMMITTED, 1),
    }
    assert {view.valid_to for view in then.values()} == {JUNE}
    later = await known(house, one, JULY)
    assert {text: (view.force, view.valid_to) for text, view in later.items()} == {
        "You like black tea.": (Force.COMMITTED, None),
        "You own a boat.": (Force.RETRACTED, None),
        "You live in Lisbon.": (Force.COMMITTED, None),
    }
    assert await known(house, one, MAY - timedelta(days=1)) == {}
    assert await known(house, one, datetime(1, 1, 1, tzinfo=UTC)) == {}


async def test_its_filters_are_about_then(house: House) -> None:
    one = await lived(house)
    then = MAY + timedelta(days=9)
    assert list(await known(house, one, then, q="GREEN")) == ["You like green tea."]
    assert await known(house, one, then, q="black") == {}
    assert await known(house, one, then, force=Force.RETRACTED) == {}
    assert list(await known(house, one, JULY, force=Force.RETRACTED)) == ["You own a boat."]
    assert len(await known(house, one, then, engagement_id=one.story_id)) == 2
    assert await known(house, one, then, state=State.SOFT_DELETED) == {}


async def test_it_is_a_list_like_any_other_with_a_place_where_it_goes_on(house: House) -> None:
    one, found, cursor = await lived(house), list[str](), None
    while True:
        asked = ListAssertions(caller=one.who, as_of=MAY + timedelta(days=9), limit=1, cursor=cursor)
        page = await entries.list_assertions(house.memory, asked)
        found += [view.content for view in page.assertions]
        if (cursor := page.cursor) is None:
            break
    assert sorted(found) == ["You like green tea.", "You own a boat."]


async def test_nobody_is_told_what_somebody_else_knew(house: House) -> None:
    await lived(house)
    assert await known(house, await house.person(), JULY) == {}


async def test_since_when_and_until_when_it_was_so_stands_with_each(house: House) -> None:
    one = await lived(house)
    for view in (await entries.list_assertions(house.memory, ListAssertions(caller=one.who))).assertions:
        gone = view.force is Force.RETRACTED
        assert (view.valid_from, view.valid_to) == (view.created_at, JUNE if gone else None)
        again = await entries.get_assertion(house.memory, GetAssertion(caller=one.who, assertion_id=view.assertion_id))
        assert (again.valid_from, again.valid_to) == (view.valid_from, view.valid_to)


async def test_a_question_finds_what_was_known_then(house: House) -> None:
    one = await lived(house)

    async def found(query: str, as_of: datetime | None, **more: object) -> list[str]:
        asked = QueryMemory.model_validate({"caller": one.who, "query": query, "as_of": as_of} | more)
        answer = await memory_query.query_memory(house.memory, asked)
        return [hit.assertion.content for hit in answer.hits if hit.assertion is not None]

    then = MAY + timedelta(days=9)
    assert await found("which tea do I like?", then) == ["You like green tea."]
    assert await found("which tea do I like?", JULY) == ["You like black tea."]
    assert await found("do I own a boat?", then) == ["You own a boat."]
    assert await found("do I own a boat?", JULY) == []
    assert await found("am I afraid of spiders?", then) == []
    assert await found("do I own a boat?", then, filters=Filters(pinned=True)) == []
    assert await found("do I own a boat?", then, filters=Filters(importance_min=4)) == []
    assert await found("do I own a boat?", then, filters=Filters(updated_after=then)) == []
    assert await found("do I own a boat?", then, categories=["health"]) == []
    assert await found("do I own a boat?", then, search_type="conversations") == []
