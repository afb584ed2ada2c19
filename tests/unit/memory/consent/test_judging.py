"""A yes counts against what is known by then, in whatever order things were told and agreed to."""

from dataclasses import replace

import pytest

from services.memory.assertions.assertion import Actor, Assertion, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD, BY_HAND
from services.memory.consent.answer_by_card import answer_by_card
from services.memory.consent.answer_by_words import answer_offer
from services.memory.consent.contradictions import commit_unless_contradicted
from services.memory.consent.operation_result import OperationResult, TurnScope, offer_of
from services.memory.consent.project_facts import add_knowledge, correct_knowledge, keep_project_facts
from services.memory.consent.remember import hold_facts
from shared.contracts.assertions import Category, Force, Kind
from shared.contracts.errors import ForceError, StaleVersionError
from shared.contracts.ids import new_id
from shared.contracts.operations import (
    Action,
    AddKnowledge,
    Answer,
    AnswerOffer,
    CorrectKnowledge,
    KeepProjectFacts,
    Offer,
    OfferKind,
    Remember,
)
from shared.contracts.requests.notebook import CardAnswer
from shared.contracts.understanding import PersonalFact
from tests.unit.memory.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("M25")

HERE = TurnScope(
    new_id(), STORY, in_project=True, write=True, text="the line", language="en", model="", prompt_version=0
)


def held(book: Book, text: str, kind: Kind = Kind.FACT) -> Assertion:
    new = NewAssertion(engagement_id=STORY, content=text, own_words="", kind=kind)
    return book.hold(new, Actor.COMPANION, spoken=True)


def said_yes(book: Book, offer: Offer) -> OperationResult:
    """Of two that cannot both be meant a yes says which takes the place of the other."""
    line = "replace it" if offer.kind is OfferKind.CLASH else "yes"
    return answer_offer(
        book, offer, AnswerOffer(offer_id=offer.offer_id, answer=Answer.CONFIRM), replace(HERE, text=line)
    )


def known_in(book: Book) -> list[str]:
    return sorted(a.content for a in book.within(STORY, Force.COMMITTED))


def shown_in(done: OperationResult) -> list[str]:
    assert done.offer is not None
    assert done.offer.kind is OfferKind.CLASH
    return [item.shown_text for item in done.offer.items]


def test_of_several_that_are_agreed_to_the_rest_is_kept_and_the_first_clash_is_asked() -> None:
    book = a_book()
    facts = [held(book, text) for text in ("You live in Miami.", "You ski.", "You live in Lisbon.")]
    done = said_yes(book, offer_of(OfferKind.REMEMBER, facts))
    assert known_in(book) == ["You live in Miami.", "You ski."]
    assert (done.outcome.action, len(done.outcome.mentioned)) == (Action.COMMITTED, 2)
    assert shown_in(done) == ["You live in Miami.", "You live in Lisbon."]
    assert done.offer is not None
    said_yes(book, done.offer)
    assert known_in(book) == ["You live in Lisbon.", "You ski."]


def test_what_would_replace_something_that_was_not_shown_is_shown_beside_it_first() -> None:
    book = a_book(an_assertion("The soil has pH 6.5."))
    correct_knowledge(book, CorrectKnowledge(target="soil", text="The soil has pH 6.8.", own_words=""), HERE)
    asked = keep_project_facts(book, KeepProjectFacts(), HERE).offer
    assert asked is not None
    done = said_yes(book, asked)
    assert (done.outcome.action, done.outcome.code) == (Action.HELD, "clash")
    assert shown_in(done) == ["The soil has pH 6.5.", "The soil has pH 6.8."]
    assert known_in(book) == ["The soil has pH 6.5."]


def test_a_statement_of_a_project_is_asked_about_beside_what_it_cannot_be_meant_beside() -> None:
    book = a_book(an_assertion("The soil has pH 6.5."))
    done = add_knowledge(book, AddKnowledge(text="The soil has pH 6.8.", own_words=""), HERE)
    assert (done.outcome.action, done.outcome.code) == (Action.HELD, "clash")
    assert shown_in(done) == ["The soil has pH 6.5.", "The soil has pH 6.8."]


def test_what_waits_and_is_said_again_is_asked_about_beside_what_became_known_meanwhile() -> None:
    book = a_book()
    waits = held(book, "You live in Miami.")
    book.write(NewAssertion(engagement_id=STORY, content="You live in Lisbon.", own_words=""), BY_HAND)
    fact = PersonalFact(text=waits.content, own_words="I live in Miami", category=Category.KNOWLEDGE)
    done = hold_facts(book, Remember(facts=(fact,)), HERE)
    assert shown_in(done) == ["You live in Lisbon.", "You live in Miami."]
    assert len(book.within(STORY, Force.HELD)) == 1


def test_on_the_card_a_clash_goes_before_what_else_waits() -> None:
    book = a_book(an_assertion("You live in Lisbon."))
    miami, ski = (held(book, text) for text in ("You live in Miami.", "You ski."))
    offer = offer_of(OfferKind.REMEMBER, (miami, ski))
    yes = CardAnswer(assertion_id=miami.assertion_id, version=1, text_hash=miami.text_hash, answer="yes")
    done = answer_by_card(book, offer, [yes], BY_CARD)
    assert done.outcome.action is Action.ASKED
    assert shown_in(done) == ["You live in Lisbon.", "You live in Miami."]
    assert book.get(ski.assertion_id).force is Force.HELD


def test_who_sees_what_goes_for_it_is_not_asked_again() -> None:
    book = a_book(an_assertion("You live in Lisbon."))
    miami = held(book, "You live in Miami.")
    agreed = [(miami.assertion_id, Seen(1))]
    assert commit_unless_contradicted(book, agreed, BY_HAND, shown=True).of_one[0] is Action.ASKED
    assert commit_unless_contradicted(book, agreed, BY_HAND, shown=True).of_one[0] is Action.COMMITTED
    assert known_in(book) == ["You live in Miami."]


def test_steps_for_agents_speak_against_nothing() -> None:
    book = a_book(an_assertion("Open 5 tins and close them."))
    steps = held(book, "1. Open 3 tins.\n2. Close them.", Kind.PROCEDURE)
    assert commit_unless_contradicted(book, [(steps.assertion_id, Seen(1))], BY_HAND).of_one[0] is Action.COMMITTED


def test_what_changed_or_is_gone_is_refused_before_anything_is_asked() -> None:
    book = a_book(an_assertion("You live in Lisbon."))
    miami = held(book, "You live in Miami.")
    with pytest.raises(StaleVersionError):
        commit_unless_contradicted(book, [(miami.assertion_id, Seen(2))], BY_HAND)
    book.expire(miami.assertion_id)
    with pytest.raises(ForceError):
        commit_unless_contradicted(book, [(miami.assertion_id, Seen(2))], BY_HAND)
