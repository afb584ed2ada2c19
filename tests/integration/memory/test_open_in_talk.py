"""What is open, and what conversations meant, take part in a turn: where they fit, and once they are confirmed."""

from dataclasses import replace
from uuid import UUID

import pytest

from services.memory.conversations.themes import refresh_themes
from shared.contracts.entities import NamedDecision, NamedPerson, NamedTask, NamedWaitingOn
from shared.contracts.turns import OpenedTurn
from tests.integration.memory.a_turn import closed, opened, performed
from tests.integration.memory.house import House, Inhabitant
from tests.integration.memory.kept_talk import LONG_AGO, left

pytestmark = pytest.mark.row("U7", "C6")

CALENDAR = NamedTask(description="sync the calendar with the phone")
THING = "fix the calendar thing"
NARRATIVE = "You decided to leave the city, because the noise of the street takes your sleep."


async def threads_of(turn: OpenedTurn) -> list[str]:
    return [one.text for one in turn.threads]


async def references(house: House, turn_id: UUID) -> set[tuple[str, str]]:
    rows = await house.records.rows("select influence, reason from memory_reference where turn_id = $1", turn_id)
    return {(row["influence"], row["reason"]) for row in rows}


async def test_what_a_line_speaks_of_is_at_hand_told_and_recorded(house: House) -> None:
    one = await house.person()
    kept = await left(house, one, "The calendar is a mess.", CALENDAR)
    turn = await opened(house, one, THING)
    assert await threads_of(turn) == [CALENDAR.description]
    done = await performed(house, turn, intent="general_conversation")
    assert [(told.text, told.since) for told in done.context.threads] == [(CALENDAR.description, LONG_AGO)]
    await closed(house, done)
    assert ("entity_reference", "open still, and spoken of") in await references(house, turn.turn_id)
    touched = await house.records.value("select touched_at > now() - interval '1 hour' from memory_entity")
    assert touched is True
    assert await house.records.value("select assertion_id from mention where role = 'companion'") == kept.memory_id


async def test_what_is_held_or_resolved_or_not_spoken_of_is_in_no_prompt(house: House) -> None:
    one = await house.person()
    await left(house, one, "The calendar is held.", CALENDAR, force="held")
    held = await opened(house, one, THING)
    assert held.threads == ()
    await closed(house, await performed(house, held, intent="general_conversation"))
    await left(house, one, "The calendar is a mess.", CALENDAR)
    turn = await opened(house, one, "I had soup for lunch")
    assert turn.threads == ()
    done = await performed(house, turn, intent="general_conversation")
    assert done.context.threads == ()
    assert await references(house, turn.turn_id) == set()


async def test_what_was_resolved_or_taken_back_since_it_was_opened_is_not_told(house: House) -> None:
    one = await house.person()
    await left(house, one, "The calendar is a mess.", CALENDAR)
    turn = await opened(house, one, THING)
    assert turn.threads
    await house.do("update assertion set force = 'retracted', previous_force = 'committed', reason = 'forgotten'")
    assert (await performed(house, turn, intent="general_conversation")).context.threads == ()


async def test_with_reading_switched_off_nothing_of_it_is_at_hand(house: House) -> None:
    one = await house.person()
    await left(house, one, "The calendar is a mess.", CALENDAR)
    await house.do("update conversation set read = false where id = $1", one.conversation_id)
    assert (await opened(house, one, THING)).threads == ()


async def test_a_narrative_is_at_hand_where_it_fits_and_not_for_being_new(house: House) -> None:
    one = await house.person()
    await left(house, one, NARRATIVE)
    await left(house, one, "You hold that the noise of the street takes your sleep.", force="held")
    fitting = await opened(house, one, "Why did I decide to leave the city?")
    assert [memory.content for memory in fitting.near] == [NARRATIVE]
    done = await performed(house, fitting, intent="general_conversation")
    assert NARRATIVE in done.context.fitting
    await closed(house, done)
    other = await opened(house, one, "and?")
    assert other.near == ()
    assert (await performed(house, other, intent="general_conversation")).context.fitting == ""


async def test_what_is_of_a_category_that_the_companion_is_not_told_of_is_in_no_prompt(house: House) -> None:
    one = await house.person()
    pills = NamedTask(description="ask the doctor about the diabetes calendar")
    narrative = "You wait for a word about the calendar."
    await left(house, one, narrative, pills)
    rules = frozenset(house.memory.access.categories) - {"health"}
    seeing = await performed(house, await opened(house, one, "What is open about the diabetes calendar?"))
    await closed(house, seeing)
    house.memory.access_file.access = replace(
        house.memory.access, agents={"supervisor": replace(house.memory.access.agents["supervisor"], sees=rules)}
    )
    turn = await opened(house, one, "What is open about the diabetes calendar?")
    blind = await performed(house, turn)
    assert narrative in seeing.context.fitting
    assert (seeing.context.threads != (), turn.threads, blind.context.threads) == (True, (), ())
    assert (narrative in blind.context.fitting, turn.near) == (False, ())


@pytest.mark.row("C6", "C7")
async def test_who_asks_what_is_open_is_told_all_of_it_and_how_much_more(house: House) -> None:
    one = await house.person()
    tasks = [NamedTask(description=f"paint wall number {n}") for n in range(6)]
    await left(house, one, "The house is being painted.", *tasks, NamedWaitingOn(who="Anna", what="the brushes"))
    kept = await left(house, one, "You chose white.", NamedDecision(what="the walls become white"))
    await left(house, one, "You may move.", NamedTask(description="look for boxes"), force="held")
    turn = await opened(house, one, "What is still open?")
    context = (await performed(house, turn)).context
    assert (context.asked_open, len(context.threads), context.more_open) == ("threads", 5, 2)
    assert len({told.thread_id for told in context.threads}) == 5
    await closed(house, await performed(house, turn))
    waits = await performed(house, await opened(house, one, "Worauf warte ich noch?"))
    assert [told.text for told in waits.context.threads] == ["Anna: the brushes"]
    await closed(house, waits)
    decided = await performed(house, await opened(house, one, "what did we decide lately?"))
    assert [told.text for told in decided.context.threads] == ["the walls become white"]
    masks = "select count(*) from mention where role = 'companion' and turn_id = $1 and assertion_id = $2"
    assert await house.records.value(masks, decided.turn_id, kept.memory_id) == 1
    await closed(house, decided)
    await house.do("update assertion set force = 'retracted', previous_force = 'committed', reason = 'forgotten'")
    after = await performed(house, await opened(house, one, "What is still open?"))
    assert (after.context.asked_open, after.context.threads) == ("threads", ())


@pytest.mark.row("C6")
async def test_where_nothing_is_open_the_reply_knows_that_it_was_asked(house: House) -> None:
    one = await house.person()
    turn = await opened(house, one, "What am I waiting for?")
    context = (await performed(house, turn)).context
    assert (context.asked_open, context.threads) == ("waiting", ())
    await closed(house, await performed(house, turn))
    decided = await performed(house, await opened(house, one, "what did we decide?"))
    assert decided.context.asked_open is None, "any memory may answer that"
    await closed(house, decided)
    await left(house, one, "The calendar is a mess.", CALENDAR)
    await house.do("update conversation set read = false where id = $1", one.conversation_id)
    unread = (await performed(house, await opened(house, one, "What is open?"))).context
    assert (unread.asked_open, unread.threads) == ("threads", ())


@pytest.mark.row("S8", "M28")
async def test_themes_are_told_where_all_is_asked_for_and_only_of_what_is_known(house: House) -> None:
    one: Inhabitant = await house.person()
    kept = [await left(house, one, f"Talk {n}.", NamedPerson(name="Anna")) for n in range(2)]
    async with house.memory.writing(one.who) as connection:
        await refresh_themes(connection, one.who)
    asking = await performed(house, await opened(house, one, "What do you know about me?"), "spoken", "quotes")
    assert [(theme.label, theme.times) for theme in asking.context.themes] == [("Anna", 2)]
    await closed(house, asking)
    other = await performed(house, await opened(house, one, "Nice weather"), intent="general_conversation")
    assert other.context.themes == ()
    await closed(house, other)
    await house.do(
        "update assertion set force = 'retracted', previous_force = 'committed', reason = 'forgotten' where id = $1",
        kept[0].memory_id,
    )
    again = await performed(house, await opened(house, one, "What do you know about me?"), "spoken", "quotes")
    assert again.context.themes == ()
