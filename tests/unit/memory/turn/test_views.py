"""A stretch of the conversation fits into one message, whatever was said."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from services.memory.turn.views import MOST_CHARACTERS, page_of_turns
from shared.contracts.requests.turns import TurnState, TurnView
from shared.contracts.turns import Channel

pytestmark = pytest.mark.row("P7")


def a_turn(number: int, characters: int) -> TurnView:
    return TurnView(
        turn_id=UUID(int=number),
        state=TurnState.ACTIVE,
        covers=(UUID(int=number),),
        said=("x" * characters,),
        channel=Channel.API,
        engagement_id=UUID(int=1),
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        closed=None,
        failed=None,
        stamps=(),
    )


def test_short_turns_all_come_oldest_first() -> None:
    found = page_of_turns([a_turn(number, 10) for number in (3, 2, 1)], 3)
    assert [turn.turn_id for turn in found.turns] == [UUID(int=number) for number in (1, 2, 3)]
    assert found.before is None


def test_more_than_was_asked_for_is_told_by_where_to_go_on() -> None:
    found = page_of_turns([a_turn(number, 10) for number in (3, 2, 1)], 2)
    assert [turn.turn_id for turn in found.turns] == [UUID(int=2), UUID(int=3)]
    assert found.before == UUID(int=2)


def test_long_turns_come_in_several_stretches() -> None:
    found = page_of_turns([a_turn(number, MOST_CHARACTERS // 2) for number in (3, 2, 1)], 3)
    assert [turn.turn_id for turn in found.turns] == [UUID(int=2), UUID(int=3)]
    assert found.before == UUID(int=2)


def test_one_turn_always_comes() -> None:
    found = page_of_turns([a_turn(1, MOST_CHARACTERS + 1)], 3)
    assert len(found.turns) == 1


def test_what_waits_stands_last_and_counts_to_what_fits() -> None:
    waiting = a_turn(9, MOST_CHARACTERS)
    found = page_of_turns([a_turn(number, 10) for number in (3, 2, 1)], 3, [waiting])
    assert found.turns == (a_turn(3, 10), waiting)
    assert found.before == a_turn(3, 10).turn_id
