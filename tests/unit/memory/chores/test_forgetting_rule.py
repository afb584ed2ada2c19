"""What may be set aside for its age: little weight, not pinned, untouched, and never what keeps a person safe."""

from dataclasses import replace
from datetime import timedelta

import pytest

from services.memory.assertions.assertion import Assertion, Seen
from services.memory.assertions.refusal import Level
from services.memory.chores.forgetting_rule import may_be_set_aside, touched_at
from shared.contracts.assertions import Force, Kind
from shared.contracts.errors import ForceError
from tests.unit.memory.an_assertion import NOW, STORY, a_book, an_assertion

pytestmark = pytest.mark.row("M16")

SINCE = NOW - timedelta(days=60)
MONTH = timedelta(days=30)


def old(content: str = "You like teal.", days: int = 61, importance: int = 2) -> Assertion:
    return replace(an_assertion(content, days_old=days), importance=importance)


def test_only_what_nobody_touched_for_so_long_may_go() -> None:
    assert may_be_set_aside(old(), SINCE)
    assert may_be_set_aside(old(importance=1), SINCE)
    assert not may_be_set_aside(old(days=59), SINCE)
    assert not may_be_set_aside(old(days=60), SINCE), "to the moment"
    assert not may_be_set_aside(old(importance=3), SINCE)
    assert not may_be_set_aside(replace(old(), pinned=True), SINCE)


MOMENT = NOW - timedelta(days=5)


@pytest.mark.parametrize(
    "touched", [replace(old(), updated_at=MOMENT), replace(old(), last_accessed_at=MOMENT)], ids=["changed", "used"]
)
def test_any_touch_counts(touched: Assertion) -> None:
    assert touched_at(touched) == MOMENT
    assert not may_be_set_aside(touched, SINCE)


@pytest.mark.parametrize("force", [Force.HELD, Force.RETRACTED])
def test_what_is_not_known_has_other_ends(force: Force) -> None:
    assert not may_be_set_aside(replace(old(), force=force), SINCE)


@pytest.mark.parametrize(
    "safety", ["You're allergic to shellfish.", "Du nimmst Insulin.", "Eres alérgica a las nueces."]
)
def test_what_keeps_a_person_safe_stays_whatever_its_weight(safety: str) -> None:
    assert not may_be_set_aside(old(safety, days=900, importance=1), SINCE)


def test_set_aside_it_is_neither_found_nor_spoken_of_and_one_word_keeps_it() -> None:
    one = old()
    book = a_book(one)
    aside = book.soft_delete(one.assertion_id, NOW + MONTH)
    assert (aside.is_known, aside.purge_at, aside.version) == (False, NOW + MONTH, one.version)
    assert book.within(STORY, Force.COMMITTED) == []
    kept = book.keep(one.assertion_id, Seen(one.version))
    assert (kept.is_known, kept.purge_at, kept.last_accessed_at) == (True, None, NOW)
    assert not may_be_set_aside(kept, SINCE)


def test_restoring_works_as_keeping_does() -> None:
    one = old()
    book = a_book(one)
    book.soft_delete(one.assertion_id, NOW + MONTH)
    assert book.restore(one.assertion_id, Seen(one.version)).is_known
    with pytest.raises(ForceError):
        book.restore(one.assertion_id, Seen(one.version))


def test_saying_it_again_brings_it_back_and_makes_no_second_one() -> None:
    one = old()
    book = a_book(one)
    book.soft_delete(one.assertion_id, NOW + MONTH)
    same = book.same_text(STORY, "you like teal")
    assert same is not None
    assert book.touch(same.assertion_id).is_known
    assert [change.move.value for change in book.changes] == ["soft_delete", "keep"]


@pytest.mark.parametrize("verb", ["pin", "weigh", "sort", "correct", "retract"])
def test_whatever_the_person_does_with_it_by_hand_takes_it_up_again(verb: str) -> None:
    one = old()
    book, seen = a_book(one), Seen(one.version)
    book.soft_delete(one.assertion_id, NOW + MONTH)
    after = {
        "pin": lambda: book.pin(one.assertion_id, seen, pinned=True),
        "sort": lambda: book.sort_under(one.assertion_id, seen, "tone"),
        "weigh": lambda: book.weigh(one.assertion_id, seen, 2),
        "correct": lambda: book.correct(one.assertion_id, seen, "You like blue."),
        "retract": lambda: book.retract_known(one.assertion_id, seen, Level.FORGET),
    }[verb]()
    assert (after.in_use, after.purge_at) == (True, None)
    assert not may_be_set_aside(after, SINCE)


@pytest.mark.row("M21")
def test_a_procedure_has_no_part_in_talk() -> None:
    how = replace(an_assertion("1. Open the valve."), kind=Kind.PROCEDURE)
    book = a_book(how, an_assertion("You like tea."))
    assert [one.content for one in book.within(STORY, Force.COMMITTED)] == ["You like tea."]
    assert book.same_text(STORY, "1. open the valve") is None
