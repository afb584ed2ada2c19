"""Of the parts of a line that are not asked about now what is held waits, and only what is not held is left."""

import pytest

from services.memory.consent.operation_result import OperationResult, TurnScope
from services.memory.consent.remember import hold_facts
from shared.contracts.assertions import Category
from shared.contracts.ids import new_id
from shared.contracts.operations import OfferKind, Remember
from shared.contracts.understanding import PersonalFact
from tests.unit.memory.an_assertion import STORY, a_book, an_assertion

pytestmark = pytest.mark.row("U10")


def a_fact(text: str, own_words: str) -> PersonalFact:
    return PersonalFact(text=text, own_words=own_words, category=Category.KNOWLEDGE)


def done(*facts: PersonalFact, unread: tuple[str, ...] = (), line: str = "") -> OperationResult:
    scope = TurnScope(
        new_id(), STORY, in_project=False, write=True, text=line, language="en", model="none", prompt_version=1
    )
    return hold_facts(a_book(an_assertion("You live in Leeds.")), Remember(facts=facts, unread=unread), scope)


TEA = a_fact("You like tea.", "I like tea")
YORK = a_fact("You moved to York.", "I moved to York")
CALLED = a_fact("You live in Hull.", "I live in Hull")


@pytest.mark.row("M25")
def test_what_clashes_is_held_beside_what_is_asked_about() -> None:
    told = done(TEA, YORK)
    assert told.offer is not None
    assert [item.shown_text for item in told.offer.items] == ["You like tea."]
    assert (told.outcome.left, told.outcome.waits) == ((), ("I moved to York",))


@pytest.mark.row("M25")
def test_of_two_that_clash_the_second_waits() -> None:
    told = done(YORK, CALLED)
    assert told.offer is not None
    assert told.offer.kind is OfferKind.CLASH
    assert (told.outcome.left, told.outcome.waits) == ((), ("I live in Hull",))


@pytest.mark.parametrize(
    ("unread", "waits"),
    [
        ("I have two cats", ("I have two cats",)),
        ("I like tea and I have two cats", ("I have two cats",)),
        ("I like tea.", ()),
        ("and I like tea, too", ()),
    ],
)
def test_of_a_sentence_whose_part_is_held_only_the_rest_waits_beside_it(unread: str, waits: tuple[str, ...]) -> None:
    told = done(TEA, unread=(unread,)).outcome
    assert (told.left, told.waits) == ((), waits)
