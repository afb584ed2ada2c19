"""What a turn's operations do is decided by the database's offer, whatever the turn was told of it."""

from datetime import UTC, datetime, timedelta

import pytest

from services.memory.assertions.book import Book
from services.memory.consent.offers import StandingOffer
from services.memory.inflight.ending import with_turn_times
from services.memory.turn.apply_operations import Recollection, apply_operations, performed_form
from shared.contracts.assertions import Force
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, LeaveWaiting, Offer, OfferItem, OfferKind, TellOnly
from shared.contracts.turns import PerformedTurn, ReplyContext, RoutedTurn, Turn
from tests.contract.test_recorded_messages import RECORDED
from tests.unit.memory.an_assertion import a_book, an_assertion

pytestmark = pytest.mark.row("P4")

ROUTED = RoutedTurn.model_validate_json((RECORDED / "RoutedTurn.json").read_bytes())
OFFER = Offer(offer_id=new_id(), kind=OfferKind.REMEMBER, items=())
ANSWERABLE = StandingOffer(OFFER, answerable=True)


def _book() -> Book:
    return Book(personal_id=None, now=datetime(2026, 5, 1, tzinfo=UTC), secret=b"a secret")


def _lapsing(*offers: object) -> RoutedTurn:
    return RoutedTurn.grown(ROUTED, operations=tuple(LeaveWaiting.model_validate({"offer_id": one}) for one in offers))


def test_the_offer_that_was_talked_past_waits() -> None:
    done = apply_operations(_lapsing(OFFER.offer_id), ANSWERABLE, _book())
    assert done.settled == (OFFER.offer_id, "waiting")
    assert [outcome.done for outcome in done.outcomes] == [True]


@pytest.mark.parametrize(
    "standing",
    [
        None,
        StandingOffer(OFFER, answerable=False),
        StandingOffer(Offer(offer_id=new_id(), kind=OfferKind.REMEMBER, items=()), answerable=True),
    ],
    ids=["none", "not answerable", "another"],
)
def test_an_offer_that_may_not_be_answered_stays_whatever_the_message_says(standing: StandingOffer | None) -> None:
    done = apply_operations(_lapsing(OFFER.offer_id), standing, _book())
    assert done.settled in (None, (standing and standing.offer.offer_id, "waiting"))
    assert [outcome.done for outcome in done.outcomes] == [False]


def test_without_operations_nothing_is_done_and_nothing_is_kept() -> None:
    done = apply_operations(_lapsing(), None, _book())
    assert (done.settled, done.outcomes, done.memory, done.action) == (None, (), (), Action.NONE)


def test_what_is_told_only_leaves_the_question_waiting() -> None:
    item = an_assertion("You collect maps.", force=Force.HELD)
    shown = {
        "assertion_id": item.assertion_id,
        "display_number": 1,
        "version": item.version,
        "text_hash": item.text_hash,
    }
    offered = OfferItem.model_validate({**shown, "shown_text": item.content, "own_words": ""})
    standing = StandingOffer(Offer(offer_id=new_id(), kind=OfferKind.REMEMBER, items=(offered,)), answerable=True)
    for code in ("own_life", "anothers_life", "secret"):
        turn = RoutedTurn.grown(ROUTED, operations=(TellOnly.model_validate({"code": code}),))
        done = apply_operations(turn, standing, a_book(item))
        assert (done.offer, done.settled) == (None, (standing.offer.offer_id, "waiting"))


def test_each_operation_has_its_outcome() -> None:
    done = apply_operations(_lapsing(new_id(), OFFER.offer_id), ANSWERABLE, _book())
    assert [outcome.done for outcome in done.outcomes] == [False, True]


def test_what_performing_left_goes_on_in_the_turns_present_life() -> None:
    turn = _lapsing(OFFER.offer_id)
    stored = performed_form(turn, apply_operations(turn, ANSWERABLE, _book()), Recollection((), ReplyContext()))
    later = ROUTED.deadline + timedelta(hours=1)
    now = Turn.grown(ROUTED, offered=ROUTED.offered + 3, activated_at=ROUTED.deadline, deadline=later)
    again = with_turn_times(stored, now)
    assert (again.offered, again.activated_at, again.deadline) == (now.offered, now.activated_at, now.deadline)
    assert again == PerformedTurn.grown(stored, offered=again.offered, activated_at=again.activated_at, deadline=later)
