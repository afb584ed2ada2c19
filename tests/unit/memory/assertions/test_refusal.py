"""A no is remembered: as a keyed hash that near wordings meet, and as a meaning only where that was asked for."""

from dataclasses import replace
from math import acos, cos, sin

import pytest

from services.memory.assertions.assertion import Actor, Seen
from services.memory.assertions.book import NewAssertion
from services.memory.assertions.consent import BY_CARD, BY_HAND
from services.memory.assertions.refusal import SAME_MEANING, Level, Refusal, digest_of, matching_refusals
from shared.contracts.assertions import Because, Force
from shared.contracts.errors import RefusedMemoryError
from shared.contracts.ids import new_id
from shared.text.quotation import quote_words
from tests.unit.memory.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("M23")

SECRET = b"a person's own"
TEXT = "You are allergic to shellfish."
NEAR = (1.0, 0.0)


def at(nearness: float) -> tuple[float, float]:
    """A direction of that nearness to NEAR."""
    return (cos(acos(nearness)), sin(acos(nearness)))


def refusal(level: Level) -> Refusal:
    return Refusal(new_id(), level, digest_of(SECRET, TEXT), TEXT if level is Level.NEVER else None, NEAR)


@pytest.mark.parametrize(
    "wording",
    [
        "You are allergic to shellfish.",
        "you're ALLERGIC to shellfish",
        "You are, to shellfish, allergic!",
        "You are allergic to shellfishes.",
        "you are allergic to the Sh\u00ebllfish",
    ],
)
@pytest.mark.parametrize("level", Level)
def test_near_wordings_are_caught_by_their_hash(wording: str, level: Level) -> None:
    assert matching_refusals([refusal(level)], SECRET, wording, None)


@pytest.mark.parametrize(
    ("own", "worded", "language"),
    [
        ("I collect old maps", "You collect old maps.", "en"),
        ("I've got two cats", "The person has got two cats.", "en"),
        ("I don't eat pork", "You don't eat pork.", "en"),
        ("ich sammle alte Karten", "Du sammelst alte Karten.", "de"),
        ("ich f\u00fcrchte mich vor Hunden", "Du f\u00fcrchtest dich vor Hunden.", "de"),
        ("ich kann nicht schwimmen", "Du kannst nicht schwimmen.", "de"),
        ("colecciono mapas antiguos", "Coleccionas mapas antiguos.", "es"),
        ("no como carne", "No comes carne.", "es"),
        ("tengo dos gatos", "Tienes dos gatos.", "es"),
    ],
)
def test_what_was_refused_in_their_own_words_is_refused_however_it_is_worded(
    own: str, worded: str, language: str
) -> None:
    refused = Refusal(new_id(), Level.FORGET, digest_of(SECRET, quote_words(own, language)))
    for text in (own, worded, quote_words(own, language)):
        assert matching_refusals([refused], SECRET, text, None), text
        with pytest.raises(RefusedMemoryError):
            replace(a_book(), secret=SECRET, refusals=(refused,)).hold(
                NewAssertion(engagement_id=STORY, content=text, own_words=text), Actor.COMPANION, spoken=False
            )
    assert not matching_refusals([refused], SECRET, f"{own} in Rome", None)


@pytest.mark.parametrize("other", ["You are allergic to nuts.", "You are not allergic to shellfish.", "You like it."])
def test_another_statement_is_not(other: str) -> None:
    assert matching_refusals([refusal(Level.NEVER)], SECRET, other, None) == ()


def test_the_hash_is_of_no_use_without_the_persons_secret() -> None:
    assert matching_refusals([refusal(Level.FORGET)], b"another person's", TEXT, None) == ()
    assert digest_of(SECRET, TEXT) != digest_of(b"another", TEXT)
    assert len(digest_of(SECRET, TEXT)) == 32


@pytest.mark.parametrize(("nearness", "is_caught"), [(1.0, True), (SAME_MEANING + 0.001, True), (0.71, False)])
def test_a_paraphrase_is_caught_where_it_was_never_again(nearness: float, is_caught: bool) -> None:  # noqa: FBT001
    assert bool(matching_refusals([refusal(Level.NEVER)], SECRET, "Prawns make you ill.", at(nearness))) is is_caught


def test_a_paraphrase_of_what_was_only_forgotten_is_let_in() -> None:
    assert matching_refusals([refusal(Level.FORGET)], SECRET, "Prawns make you ill.", NEAR) == ()


# ---- in a book ---------------------------------------------------------------------------------------------------


def test_what_was_refused_comes_in_by_the_persons_own_word_alone_and_waits_for_their_yes() -> None:
    fact = an_assertion(TEXT, force=Force.HELD)
    book = a_book(fact)
    book.reject(fact.assertion_id, Seen(1), Because.REJECTED, Level.FORGET)
    again = NewAssertion(engagement_id=STORY, content="you're allergic to shellfish", own_words="")
    with pytest.raises(RefusedMemoryError):
        book.hold(again, Actor.COMPANION, spoken=False)
    held = book.hold(again, Actor.COMPANION, spoken=True)
    assert held.force is Force.HELD
    assert book.is_refused(TEXT)
    book.commit(held.assertion_id, Seen(1), BY_CARD)
    assert not book.is_refused(TEXT)


def test_a_refusal_keeps_text_and_meaning_only_at_never() -> None:
    for level in Level:
        fact = an_assertion(TEXT)
        book = a_book(fact)
        book.vectors = {TEXT: NEAR}
        book.retract(fact.assertion_id, Seen(1), level)
        (kept,) = book.refused
        assert (kept.text, kept.vector) == ((TEXT, NEAR) if level is Level.NEVER else (None, None))


def test_what_nobody_confirmed_and_what_is_to_stay_in_the_project_leave_no_refusal() -> None:
    one, other = an_assertion(TEXT, force=Force.HELD), an_assertion("You like tea.", force=Force.HELD)
    book = a_book(one, other)
    book.expire(one.assertion_id)
    book.reject(other.assertion_id, Seen(1), Because.DECLINED, None)
    assert book.refused == []


@pytest.mark.parametrize("by", ["restore", "write", "correct"])
def test_the_persons_own_hand_lifts_what_refused_it(by: str) -> None:
    fact, another = an_assertion(TEXT), an_assertion("You like tea.")
    book = a_book(fact, another)
    book.retract(fact.assertion_id, Seen(1), Level.NEVER)
    assert book.is_refused(TEXT)
    match by:
        case "restore":
            book.restore(fact.assertion_id, Seen(2))
        case "write":
            book.write(NewAssertion(engagement_id=STORY, content=TEXT, own_words=""), BY_HAND)
        case _:
            book.correct(another.assertion_id, Seen(1), TEXT)
    assert not book.is_refused(TEXT)
