"""What was never asked about waits 90 days; the reply before its last week says so, once."""

from uuid import UUID

import pytest

from services.memory.turn.apply_operations import ENDS_UNASKED
from tests.integration.memory.a_turn import closed, opened, performed
from tests.integration.memory.house import House, Inhabitant

pytestmark = pytest.mark.row("M7")


async def ending(house: House, one: Inhabitant, content: str, *, days: float, asked: bool = False) -> UUID:
    """Held, and over in so many days."""
    assertion_id = await house.knows(one, content, force="held")
    await house.do(
        "update assertion set expires_at = $2::timestamptz + make_interval(secs => $3),"
        " asked_at = case when $4 then $2::timestamptz end where id = $1",
        *(assertion_id, house.memory.clock(), days * 86_400, asked),
    )
    return assertion_id


async def told_in_the_next_turn(house: House, one: Inhabitant) -> list[UUID]:
    turn = await performed(house, await opened(house, one, "hello"))
    await closed(house, turn)
    named = (each for outcome in turn.outcomes if outcome.code == ENDS_UNASKED for each in outcome.mentioned)
    return [each.assertion_id for each in named]


async def test_in_its_last_week_it_is_told_once(house: House) -> None:
    one = await house.person()
    soon = await ending(house, one, "You collect zanthoquills.", days=6)
    await ending(house, one, "You play the cello.", days=8)
    await ending(house, one, "You live in Rome.", days=6, asked=True)
    assert await told_in_the_next_turn(house, one) == [soon]
    assert await told_in_the_next_turn(house, one) == []


async def test_of_many_five_are_told_and_the_others_next(house: House) -> None:
    one = await house.person()
    soon = [await ending(house, one, f"You own book {number}.", days=1 + number / 10) for number in range(7)]
    assert await told_in_the_next_turn(house, one) == soon[:5]
    assert await told_in_the_next_turn(house, one) == soon[5:]


async def test_what_no_reply_told_yet_is_told_by_the_next_one(house: House) -> None:
    one = await house.person()
    soon = await ending(house, one, "You collect zanthoquills.", days=6)
    turn = await performed(house, await opened(house, one, "hello"))
    assert [outcome.code for outcome in turn.outcomes] == [ENDS_UNASKED]
    told = "select end_told_at is null from assertion where id = $1"
    assert await house.records.value(told, soon)  # the reply is not stored yet
    await closed(house, turn)
    assert not await house.records.value(told, soon)
