"""A fact in the person's own words is asked about without repeating them, and without calling them ours."""

import pytest

from shared.contracts.operations import OfferKind
from shared.text.quotation import quote_words
from shared.wording.closing_question import closing_question
from shared.wording.phrases import SPOKEN, Manner
from tests.unit.responder.a_turn import MARCH, NOW, an_item, an_offer

pytestmark = pytest.mark.row("M1")
WORDS = "nobody but my gran says Rebecca"


@pytest.mark.parametrize("language", SPOKEN)
def test_own_words_are_shown_once(language: str) -> None:
    text = quote_words(WORDS, language)
    asked = closing_question(an_offer(an_item(text, WORDS)), Manner(language, "UTC", NOW))
    assert asked.startswith(text)
    assert asked.count(WORDS) == 1


def test_nothing_of_ours_is_said_to_be_understood() -> None:
    asked = closing_question(an_offer(an_item(quote_words(WORDS, "en"), WORDS)), Manner("en", "UTC", NOW))
    assert asked.partition("”")[0] == f"You said: “{WORDS}"


@pytest.mark.parametrize(
    "kind", [OfferKind.REMEMBER, OfferKind.CLASH, OfferKind.CROSS_PROMOTE, OfferKind.PROJECT_FACTS]
)
def test_among_others_too(kind: OfferKind) -> None:
    items = (an_item("You like tea.", "tea for me", 14, noted=MARCH), an_item(quote_words(WORDS, "en"), WORDS, 15))
    asked = closing_question(an_offer(*items, kind=kind), Manner("en", "UTC", NOW))
    assert asked.count(WORDS) == 1
    assert "““" not in asked
    assert "“You said" not in asked


def test_what_was_known_and_what_was_said_of_it_stand_together() -> None:
    text = f"You eat fish. {quote_words('only at sea', 'en')}"
    asked = closing_question(an_offer(an_item(text, "only at sea")), Manner("en", "UTC", NOW))
    assert text in asked
    assert asked.count("only at sea") == 1
