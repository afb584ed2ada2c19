"""When somebody wants to be asked about what they tell, and what that leaves unasked."""

from dataclasses import replace

import pytest

from services.memory.assertions.book import Book
from services.memory.consent.operation_result import AskingChoice, OperationResult, TurnScope
from services.memory.consent.remember import hold_facts
from services.memory.consent.waiting_offers import ask_next
from shared.answers.words import is_order_to_remember
from shared.contracts.assertions import Category, Force
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Remember
from shared.contracts.requests.people import Asking
from shared.contracts.understanding import PersonalFact
from tests.unit.memory.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("M29")
HERE = TurnScope(new_id(), STORY, in_project=False, write=True, text="", language="en", model="", prompt_version=0)
MAPS = PersonalFact(text="You collect maps.", own_words="I collect maps", category=Category.INTERESTS)
NUTS = PersonalFact(text="You're allergic to nuts.", own_words="I'm allergic to nuts", category=Category.HEALTH)


def told(book: Book, choice: AskingChoice, *facts: PersonalFact, line: str = "so it is") -> OperationResult:
    return hold_facts(book, Remember(facts=facts), replace(HERE, text=line, asking=choice))


def forces(book: Book) -> list[Force]:
    return [one.force for one in book.assertions.values()]


@pytest.mark.parametrize(
    ("asking", "fact", "line", "held", "asked"),
    [
        (Asking.NOW, MAPS, "I collect maps", True, True),
        (Asking.TOGETHER, MAPS, "I collect maps", True, False),
        (Asking.TOGETHER, MAPS, "remember that I collect maps", True, True),
        (Asking.ONLY_WHAT_MATTERS, MAPS, "I collect maps", True, False),
        (Asking.ONLY_WHAT_MATTERS, NUTS, "I'm allergic to nuts", True, True),
        (Asking.ONLY_WHEN_I_SAY, NUTS, "I'm allergic to nuts", False, False),
        (Asking.ONLY_WHEN_I_SAY, NUTS, "please remember that I'm allergic to nuts", True, True),
    ],
)
def test_the_person_chooses_when_they_are_asked(
    asking: Asking, fact: PersonalFact, line: str, *, held: bool, asked: bool
) -> None:
    book = a_book()
    done = told(book, AskingChoice(asking), fact, line=line)
    assert forces(book) == ([Force.HELD] if held else [])
    assert (done.offer is not None) is asked


def test_a_kind_of_thing_can_always_or_never_be_asked_about() -> None:
    never = AskingChoice(never=frozenset({Category.INTERESTS}))
    always = AskingChoice(Asking.TOGETHER, always=frozenset({Category.INTERESTS}))
    assert told(a_book(), never, MAPS).offer is None
    assert told(a_book(), always, MAPS).offer is not None


def test_what_was_put_off_is_asked_about_together() -> None:
    book, together = a_book(), AskingChoice(Asking.TOGETHER)
    told(book, together, MAPS)
    told(book, together, NUTS)
    offer = ask_next(book, together)
    assert offer is not None
    assert [item.shown_text for item in offer.items] == [MAPS.text, NUTS.text]
    assert ask_next(book, AskingChoice(Asking.ONLY_WHEN_I_SAY, never=frozenset(Category))) is None


# ---- orders that are kept at once --------------------------------------------------------------------------------

AT_ONCE = AskingChoice(keeps_orders_at_once=True)


def test_an_order_is_kept_at_once_where_they_chose_that_and_read_back() -> None:
    book = a_book()
    done = told(book, AT_ONCE, MAPS, line="remember that I collect maps")
    assert forces(book) == [Force.COMMITTED]
    assert (done.outcome.action, done.offer) == (Action.COMMITTED, None)
    assert [one.content for one in done.outcome.mentioned] == [MAPS.text]
    assert book.changes[-1].decision is not None
    assert "ordered" in book.changes[-1].decision


@pytest.mark.parametrize(
    ("choice", "fact", "line"),
    [
        (AskingChoice(), MAPS, "remember that I collect maps"),
        (AT_ONCE, MAPS, "I collect maps"),
        (AT_ONCE, NUTS, "remember that I'm allergic to nuts"),
        (AT_ONCE, MAPS.model_copy(update={"quoted": True}), "remember this"),
        (AT_ONCE, MAPS.model_copy(update={"own_words": "hello"}), "remember something about me"),
    ],
    ids=["not chosen", "no order", "sensitive", "quoted", "not said"],
)
def test_all_else_is_asked_about(choice: AskingChoice, fact: PersonalFact, line: str) -> None:
    book = a_book()
    assert told(book, choice, fact, line=line).offer is not None
    assert forces(book) == [Force.HELD]


def test_nor_is_a_clash_kept_at_once() -> None:
    book = a_book(an_assertion("You live in Miami."))
    lisbon = PersonalFact(text="You live in Lisbon.", own_words="I live in Lisbon", category=Category.PROFILE)
    assert told(book, AT_ONCE, lisbon, line="remember that I live in Lisbon").offer is not None
    assert forces(book) == [Force.COMMITTED, Force.HELD]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("remember that my sister is vegan", True),
        ("Please note: I ski", True),
        ("merk dir, dass ich Ski fahre", True),
        ("recuerda que soy vegano", True),
        ("remember when we met?", False),
        ("remember when I told you about the maps", False),
        ("I remember that my sister was vegan", False),
        ("remember that", False),
        ("do you remember my sister", False),
    ],
)
def test_an_order_begins_with_its_verb_and_says_what(line: str, orders: bool) -> None:  # noqa: FBT001
    assert is_order_to_remember(line) is orders
