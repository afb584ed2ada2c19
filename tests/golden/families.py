"""The families of sentences that are kept in golden files."""

from collections.abc import Iterator
from itertools import product
from uuid import UUID

from shared.contracts.assertions import NearKnown
from shared.contracts.operations import Action, Offer, OfferItem, OfferKind
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.compose_reply import compose_reply
from shared.offline.facts.personal import personal_facts, turn_clause
from shared.offline.fixed_answers.find_fixed import find_fixed_answers
from shared.offline.read_line import time_for_a_line
from shared.text.language import SPOKEN
from shared.text.own_words import part_words
from shared.wording.closing_question import closing_question
from shared.wording.outcomes import DETAILED, PLAIN, REASONS
from shared.wording.phrases import Manner
from tests.golden.golden_file import GoldenFile
from tests.unit.responder.a_turn import (
    MARCH,
    NOW,
    a_brief,
    a_turn,
    an_exchange,
    an_item,
    an_offer,
    an_outcome,
    mentioned,
)

ALWAYS = UUID(int=0)
"""Which of several ways to say it is taken goes by an id."""
AS_IT_WAS = "-"


def facts(case: str) -> Iterator[str]:
    """What would be kept of a line."""
    language, _, said = case.partition(": ")
    question = Question(text=said, language=language, project=None, cards=tuple(load_cards().values()))
    for fact in personal_facts(part_words(said), question, language, time_for_a_line()).kept:
        yield fact.text


def turned(case: str) -> Iterator[str]:
    """An English clause as it is said to the person, where a table can."""
    yield turn_clause(case) or AS_IT_WAS


def fixed(case: str) -> Iterator[str]:
    """Which fixed answers a line gets."""
    language, _, line = case.partition(": ")
    found = find_fixed_answers(part_words(line).own, language)
    yield from found.names if found else (AS_IT_WAS,)


# ---- closing questions -------------------------------------------------------------------------------------------

LISBON = an_item("You live in Lisbon.", "I live in Lisbon", 15, noted=MARCH)
CELIAC = an_item("You said: “celiac”", "celiac", 16)
SHELLFISH = an_item(number=14)
_NEAR = NearKnown(**{name: getattr(LISBON, name) for name in NearKnown.model_fields})
SHAPES: dict[str, tuple[tuple[OfferItem, ...], dict[str, object]]] = {
    "one": ((SHELLFISH,), {}),
    "only quoted": ((CELIAC,), {}),
    "two": ((SHELLFISH, LISBON), {}),
    "by card": ((SHELLFISH,), {"needs_control": True}),
    "one of two by card": (
        (SHELLFISH.model_copy(update={"card_for": "private_to_others"}), LISBON),
        {"needs_control": True},
    ),
}
SPECIAL: dict[str, tuple[OfferKind, tuple[OfferItem, ...], dict[str, object]]] = {
    "beside a known one": (OfferKind.REMEMBER, (SHELLFISH.model_copy(update={"beside": _NEAR}),), {}),
    "to choose from, and more": (OfferKind.RETRACT, (SHELLFISH, LISBON), {"needs_choice": True, "more": 3}),
    "never again": (OfferKind.RETRACT, (SHELLFISH,), {"never_again": True}),
    "over": (OfferKind.RETRACT, (SHELLFISH.model_copy(update={"is_over": True}),), {}),
    "its text is awaited": (OfferKind.REMEMBER, (SHELLFISH,), {"awaits": SHELLFISH.assertion_id}),
}
OFFERS: dict[str, Offer] = {
    **{
        f"{kind.value}, {shape}": an_offer(*items, kind=kind, offer_id=ALWAYS, **more)
        for kind, (shape, (items, more)) in product(OfferKind, SHAPES.items())
        if not (kind is OfferKind.CLASH and len(items) == 1)
    },
    **{
        f"{kind.value}, {shape}": an_offer(*items, kind=kind, offer_id=ALWAYS, **more)
        for shape, (kind, items, more) in SPECIAL.items()
    },
}


def question(case: str) -> Iterator[str]:
    """How an offer is asked."""
    language, _, offer = case.partition(": ")
    yield closing_question(OFFERS[offer], Manner(language, "UTC", NOW))


def questions() -> Iterator[str]:
    """Each kind of offer in each shape."""
    return (f"{language}: {offer}" for offer, language in product(OFFERS, SPOKEN))


# ---- outcomes ----------------------------------------------------------------------------------------------------

SEVERAL = (Action.HELD, Action.COMMITTED, Action.RETRACTED)
FIXED = {"turn_id": ALWAYS, "history": (an_exchange(turn_id=UUID(int=1)),)}
"""They have talked before, so that nothing is introduced."""
BOTH = (mentioned(number=14), mentioned("You live in Lisbon.", 15))


def outcomes() -> Iterator[str]:
    """What can become of what was asked for, once each."""
    kinds = [
        *((action, "-", "one") for action in PLAIN),
        *((action, "-", "two") for action in SEVERAL),
        *((action, code, "one") for action, code in DETAILED),
        *((Action.NONE, code, "none") for code in REASONS),
    ]
    return (f"{language}: {action.value}, {code}, {of}" for (action, code, of), language in product(kinds, SPOKEN))


def outcome(case: str) -> Iterator[str]:
    """What is said of it."""
    language, _, named = case.partition(": ")
    action, code, of = named.split(", ")
    concerned = {"none": (), "one": BOTH[:1], "two": BOTH}[of]
    became = an_outcome(Action(action), None if code == "-" else code, mentioned=concerned)
    turn = a_turn("…", "remember_about_me", language=language, outcomes=(became,), **FIXED)
    yield compose_reply(a_brief(turn))


EVERYDAY = GoldenFile(
    "fixed", "What is said every day, and the fixed answer that it gets; “-” where none is meant.", fixed
)
FAMILIES = (
    GoldenFile("facts", "What is said, in which language, and what would be kept of it. Every word was said.", facts),
    GoldenFile("turned", "An English clause, and how it is said to the person; “-” where a table cannot.", turned),
    EVERYDAY,
    GoldenFile("questions", "An offer, and the question that closes the reply.", question, questions),
    GoldenFile("outcomes", "What became of it (action, code, how many), and what is said.", outcome, outcomes),
)
