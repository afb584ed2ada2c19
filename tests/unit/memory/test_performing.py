"""What a turn's operations do is decided by the database's offer, whatever the turn was told of it."""

from datetime import timedelta

import pytest

from services.memory.conversation.performing import perform, resumed
from shared.ids import new_id
from shared.operations import Action, LapseOffer
from shared.turns import PerformedTurn, RoutedTurn, Turn
from tests.contract.test_recorded_messages import RECORDED

pytestmark = pytest.mark.row("P4")

ROUTED = RoutedTurn.model_validate_json((RECORDED / "RoutedTurn.json").read_bytes())
OFFER = new_id()


def _lapsing(*offers: object) -> RoutedTurn:
    return RoutedTurn.grown(ROUTED, operations=tuple(LapseOffer.model_validate({"offer_id": one}) for one in offers))


def test_the_offer_that_may_be_answered_lapses() -> None:
    done = perform(_lapsing(OFFER), OFFER)
    assert done.lapsed_offer_id == OFFER
    assert [outcome.done for outcome in done.turn.outcomes] == [True]


@pytest.mark.parametrize("answerable", [None, new_id()])
def test_an_offer_that_may_not_be_answered_stays_whatever_the_message_says(answerable: object) -> None:
    done = perform(_lapsing(OFFER), answerable)  # type: ignore[arg-type]  # an id or nothing
    assert done.lapsed_offer_id is None
    assert [outcome.done for outcome in done.turn.outcomes] == [False]


def test_without_operations_nothing_is_done_and_nothing_is_kept() -> None:
    done = perform(_lapsing(), OFFER)
    assert (done.lapsed_offer_id, done.turn.outcomes, done.turn.memory) == (None, (), ())
    assert done.turn.action is Action.NONE


def test_each_operation_has_its_outcome() -> None:
    done = perform(_lapsing(new_id(), OFFER), OFFER)
    assert [outcome.done for outcome in done.turn.outcomes] == [False, True]


def test_what_performing_left_goes_on_in_the_turns_present_life() -> None:
    stored = perform(_lapsing(OFFER), OFFER).turn
    later = ROUTED.deadline + timedelta(hours=1)
    now = Turn.grown(ROUTED, offered=ROUTED.offered + 3, activated_at=ROUTED.deadline, deadline=later)
    again = resumed(stored.model_dump_json(), now)
    assert (again.offered, again.activated_at, again.deadline) == (now.offered, now.activated_at, now.deadline)
    assert again == PerformedTurn.grown(stored, offered=again.offered, activated_at=again.activated_at, deadline=later)
