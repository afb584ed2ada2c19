"""What a greeting finds, and that what is stale, or quiet, is said once."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from services.memory.conversations.greeting import get_greeting
from shared.contracts.entities import NamedDecision, NamedTask, NamedWaitingOn
from shared.contracts.requests.conversations import GetGreeting, Greeting
from tests.integration.memory.house import House, Inhabitant
from tests.integration.memory.kept_talk import left


async def greeted(house: House, one: Inhabitant) -> Greeting:
    return await get_greeting(house.memory, GetGreeting(caller=one.who))


@pytest.mark.row("C7")
async def test_what_is_stale_is_said_once(house: House) -> None:
    one = await house.person()
    now = house.memory.clock()
    await left(house, one, "Lately.", NamedWaitingOn(who="Anna", what="the key"), NamedDecision(what="to move"),
               NamedTask(description="done", status="completed"), at=now - timedelta(days=2))  # fmt: skip
    await left(house, one, "Before.", NamedTask(description="taxes"), NamedDecision(what="to stay"),
               at=now - timedelta(days=8))  # fmt: skip
    await left(house, one, "Held.", NamedTask(description="held"), at=now, force="held")
    first = await greeted(house, one)
    assert [item.text for item in first.waiting] == ["Anna: the key"]
    assert [item.text for item in first.decisions] == ["to move"]
    assert [item.text for item in first.stale] == ["taxes"]
    assert first.threads == ()
    again = await greeted(house, one)
    assert again.stale == ()
    assert again.waiting == first.waiting


@pytest.mark.row("C7")
async def test_each_thing_stands_under_one_head_and_what_is_due_comes_first(house: House) -> None:
    one = await house.person()
    now = house.memory.clock()
    soon, late = (now + timedelta(days=3)).date(), (now + timedelta(days=30)).date()
    await left(
        house, one, "Much.",
        NamedTask(description="soon", due=soon), NamedTask(description="later", due=late),
        *(NamedTask(description=f"task {n}") for n in range(3)), NamedTask(description="first", priority="high"),
        at=now - timedelta(days=1),
    )  # fmt: skip
    await left(house, one, "Old.", NamedWaitingOn(who="Anna", what="it", due=soon), at=now - timedelta(days=9))
    said = await greeted(house, one)
    assert {item.text for item in said.due} == {"soon", "Anna: it"}
    assert (said.stale, said.waiting, said.decisions) == ((), (), ())
    assert said.threads[0].text == "first"
    assert len(said.threads) == 3
    assert "2 more" in said.text
    assert [item.text for item in (await greeted(house, one)).due] == [item.text for item in said.due]


@pytest.mark.row("C7")
async def test_within_a_week_is_counted_in_the_persons_own_days(house: House) -> None:
    one = await house.person()
    now = house.memory.clock()
    days = {zone: now.astimezone(ZoneInfo(zone)).date() for zone in ("Pacific/Kiritimati", "Etc/GMT+12")}
    ahead, behind = days.values()
    assert ahead > behind, "there it is always another day"
    task = NamedTask(description="taxes", due=ahead + timedelta(days=7))
    await left(house, one, "Much.", task, at=now)
    for zone, found in (("Pacific/Kiritimati", ["taxes"]), ("Etc/GMT+12", [])):
        await house.do("update person set time_zone = $1 where id = $2", zone, one.who.person_id)
        assert [item.text for item in (await greeted(house, one)).due] == found


@pytest.mark.row("C7", "M27")
async def test_with_reading_switched_off_nothing_is_named(house: House) -> None:
    one = await house.person()
    await left(house, one, "Much.", NamedTask(description="taxes"), at=house.memory.clock())
    assert (await greeted(house, one)).threads
    await house.do("update conversation set read = false where id = $1", one.conversation_id)
    assert await greeted(house, one) == Greeting(text="")


@pytest.mark.row("C8")
async def test_a_silence_is_said_once_until_there_is_another(house: House) -> None:
    one = await house.person()
    assert (await greeted(house, one)).text == ""
    await house.do("update conversation set last_message_at = now() - interval '2 days' where person_id = $1",
                   one.who.person_id)  # fmt: skip
    first, again = await greeted(house, one), await greeted(house, one)
    assert (first.quiet, again.quiet) == (True, False)
    assert first.resume == again.resume == one.conversation_id
