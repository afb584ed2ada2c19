"""At most fifty things a day are held of what somebody says; what is too much is named, and none is lost silently."""

import pytest

from services.memory.assertions.assertion import Move
from services.memory.assertions.book import MOST_HELD_A_DAY
from services.memory.consent.operation_result import TurnScope
from services.memory.consent.remember import hold_facts
from shared.contracts.assertions import Category, Force
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Remember
from shared.contracts.understanding import PersonalFact
from tests.unit.memory.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("U10")

HERE = TurnScope(
    new_id(), STORY, in_project=False, write=True, text="the line", language="en", model="", prompt_version=0
)


def a_fact(text: str) -> PersonalFact:
    return PersonalFact(text=text, own_words=f"so I say: {text}", category=Category.INTERESTS)


def test_it_is_fifty() -> None:
    assert MOST_HELD_A_DAY == 50


def test_the_fiftieth_is_held_and_the_next_is_named() -> None:
    book = a_book()
    book.held_today = MOST_HELD_A_DAY - 1
    done = hold_facts(book, Remember(facts=(a_fact("You ski."), a_fact("You sail."))), HERE)
    assert [held.content for held in book.within(STORY, Force.HELD)] == ["You ski."]
    assert (done.outcome.action, done.outcome.left) == (Action.HELD, ("so I say: You sail.",))


def test_beyond_it_nothing_is_held_and_the_reason_is_said() -> None:
    book = a_book()
    book.held_today = MOST_HELD_A_DAY
    done = hold_facts(book, Remember(facts=(a_fact("You ski."),)), HERE)
    assert (done.outcome.done, done.outcome.code, done.offer) == (False, "too_many_today", None)
    assert done.outcome.left == ("so I say: You ski.",)
    assert book.changes == []


def test_what_is_known_already_is_touched_on_such_a_day_too() -> None:
    book = a_book(an_assertion("You ski."))
    book.held_today = MOST_HELD_A_DAY
    assert hold_facts(book, Remember(facts=(a_fact("You ski."),)), HERE).outcome.action is Action.KNOWN
    assert [change.move for change in book.changes] == [Move.TOUCH]
