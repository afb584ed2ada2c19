"""A turn answers the one offer that the database says it may answer; what nobody answered is asked again."""

import pytest

from services.memory.assertions.assertion import Actor, Assertion
from services.memory.assertions.book import Book, NewAssertion
from services.memory.consent.offers import StandingOffer
from services.memory.consent.operation_result import offer_of
from services.memory.turn.apply_operations import apply_operations
from shared.contracts.ids import new_id
from shared.contracts.operations import Answer, AnswerOffer, AskAgain, Offer, OfferKind, Operation
from shared.contracts.turns import RoutedTurn, TurnLine
from tests.contract.test_recorded_messages import RECORDED
from tests.unit.memory.an_assertion import STORY, a_book

pytestmark = pytest.mark.row("U4")

ROUTED = RoutedTurn.model_validate_json((RECORDED / "RoutedTurn.json").read_bytes())


def _turn(*operations: Operation, said: str = "yes") -> RoutedTurn:
    line = TurnLine(line_id=new_id(), text=said)
    return RoutedTurn.grown(ROUTED, lines=(line,), operations=operations)


def _held(book: Book, text: str) -> Assertion:
    return book.hold(NewAssertion(engagement_id=STORY, content=text, own_words=""), Actor.COMPANION, spoken=True)


def _another(offer: Offer) -> Offer:
    return offer.model_copy(update={"offer_id": new_id()})


@pytest.mark.parametrize("answer", Answer)
@pytest.mark.parametrize("standing", ["none", "not to be answered", "another"])
def test_an_answer_to_a_missing_an_expired_or_another_offer_changes_nothing(answer: Answer, standing: str) -> None:
    book = a_book()
    offer = offer_of(OfferKind.REMEMBER, [_held(book, "You ski.")])
    book.changes.clear()
    waits = {
        "none": None,
        "not to be answered": StandingOffer(offer, answerable=False),
        "another": StandingOffer(_another(offer), answerable=True),
    }[standing]
    done = apply_operations(_turn(AnswerOffer(offer_id=offer.offer_id, answer=answer, selection=(1,))), waits, book)
    assert (book.changes, done.memory) == ([], ())
    assert done.settled in (None, (waits and waits.offer.offer_id, "waiting"))
    assert [(outcome.done, outcome.code) for outcome in done.outcomes] == [(False, "no_offer")]


def test_an_answer_to_the_offer_that_stands_settles_it() -> None:
    book = a_book()
    offer = offer_of(OfferKind.REMEMBER, [_held(book, "You ski.")])
    yes = AnswerOffer(offer_id=offer.offer_id, answer=Answer.CONFIRM)
    done = apply_operations(_turn(yes), StandingOffer(offer, answerable=True), book)
    assert done.settled == (offer.offer_id, "answered")
    assert [change.force for change in done.memory] == ["committed"]


def test_what_could_not_be_seen_yet_is_asked_again_about_what_can_still_be_answered() -> None:
    book = a_book()
    ski, sing = _held(book, "You ski."), _held(book, "You sing.")
    offer = offer_of(OfferKind.REMEMBER, (ski, sing))
    book.expire(ski.assertion_id)
    again = apply_operations(_turn(), StandingOffer(offer, answerable=False), book).offer
    assert again is not None
    assert [item.shown_text for item in again.items] == ["You sing."]
    assert again.offer_id != offer.offer_id


def test_what_was_seen_and_talked_past_is_not_repeated_and_waits() -> None:
    book = a_book()
    offer = offer_of(OfferKind.REMEMBER, (_held(book, "You ski."),))
    done = apply_operations(_turn(), StandingOffer(offer, answerable=True), book)
    assert (done.offer, done.settled) == (None, (offer.offer_id, "waiting"))


def test_what_was_no_answer_is_asked_once_more_under_a_new_id() -> None:
    book = a_book()
    offer = offer_of(OfferKind.REMEMBER, (_held(book, "You ski."),))
    done = apply_operations(
        _turn(AskAgain(offer_id=offer.offer_id), said="hmm"), StandingOffer(offer, answerable=True), book
    )
    assert done.offer is not None
    assert (done.offer.asked_again, done.offer.items) == (True, offer.items)
    assert done.offer.offer_id != offer.offer_id


@pytest.mark.row("U10", "M29")
def test_after_an_answer_what_was_told_beside_it_is_asked_next() -> None:
    book = a_book()
    offer = offer_of(OfferKind.REMEMBER, (_held(book, "You ski."),))
    later = _held(book, "You sing.")
    done = apply_operations(_turn(_yes_to(offer)), StandingOffer(offer, answerable=True), book)
    assert done.offer is not None
    assert [item.assertion_id for item in done.offer.items] == [later.assertion_id]


def _yes_to(offer: Offer) -> AnswerOffer:
    return AnswerOffer(offer_id=offer.offer_id, answer=Answer.CONFIRM)
