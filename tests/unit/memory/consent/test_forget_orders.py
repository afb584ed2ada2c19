"""Everyday orders to forget, by language: what each is asked about at the first sentence, and that nothing goes yet."""

from pathlib import Path
from typing import NamedTuple

import pytest

from services.memory.turn.apply_operations import Performance
from services.memory.turn.load_plan import texts_to_embed
from shared.contracts.assertions import Force
from shared.contracts.operations import Action, OfferKind, TellOnly
from shared.contracts.turns import RoutedTurn
from shared.embedding.embedder import Vector, vector_of
from tests.attacks import Talk
from tests.unit.memory.an_assertion import a_book, an_assertion

pytestmark = pytest.mark.row("M2")
ENOUGH = 0.9


class Orders(NamedTuple):
    """What is known in a language, and the orders with what each is about."""

    known: tuple[str, ...]
    expected: dict[str, str]


def orders_in(language: str) -> Orders:
    text = Path(__file__).with_name(f"forget_orders_{language}.txt").read_text(encoding="utf-8")
    known, orders = (part.splitlines() for part in text.split("\n\n"))
    expected = {said: about for said, _, about in (line.rpartition(" = ") for line in orders)}
    return Orders(tuple(line for line in known if not line.startswith("#")), expected)


class KnowingTalk(Talk):
    """A talk with its own embedder: what the database would find near in meaning is found here."""

    def loaded(self, routed: RoutedTurn) -> None:
        memories = {a.assertion_id: _meaning(a.content) for a in self.book.assertions.values()}
        self.book.near = {
            text: [(one, float(vector @ _meaning(text))) for one, vector in memories.items()]
            for text in texts_to_embed(routed)
        }


_meanings: dict[str, Vector] = {}


def _meaning(text: str) -> Vector:
    if text not in _meanings:
        _meanings[text] = vector_of(text)
    return _meanings[text]


def asked_about(said: str, known: tuple[str, ...], language: str) -> str:
    """In the words of the table, what one order comes to."""
    book = a_book(*(an_assertion(text, number=number) for number, text in enumerate(known, 1)))
    talk = KnowingTalk(book=book, language=language)
    return _result(talk.say(said), talk)


def _result(done: Performance, talk: Talk) -> str:
    assert talk.routed is not None
    if talk.book.changes:
        return "(changed)"
    if TellOnly(code="erase_by_hand") in talk.routed.operations:
        return "hand"
    if done.offer is None:
        return "none" if done.action is Action.NO_MATCH else f"({talk.routed.understanding.intent})"
    assert done.offer.kind is OfferKind.RETRACT
    if done.outcomes[-1].code == "all":
        return "all"
    numbers = sorted(item.display_number or 0 for item in done.offer.items)
    return ("|" if done.offer.needs_choice else " ").join(map(str, numbers))


LANGUAGES = ("en", "de", "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nine_of_ten_everyday_orders_are_understood_at_the_first_sentence(language: str) -> None:
    known, expected = orders_in(language)
    assert len(expected) >= 58
    wrong = {said: got for said, about in expected.items() if (got := asked_about(said, known, language)) != about}
    assert len(wrong) <= (1 - ENOUGH) * len(expected), wrong


@pytest.mark.parametrize(
    ("language", "said", "yes", "no"),
    [
        ("en", "delete everything you know about Dana", "yes", "no, keep them"),
        ("de", "lösche Nummer 4, 5 und 6", "ja", "nein"),
        ("es", "borra todo lo que sabes de Dana", "sí", "no"),
    ],
)
def test_only_the_yes_takes_back_what_was_asked_about(language: str, said: str, yes: str, no: str) -> None:
    known, _ = orders_in(language)
    for answer, gone in ((no, set[int]()), (yes, {4, 5, 6})):
        book = a_book(*(an_assertion(text, number=number) for number, text in enumerate(known, 1)))
        talk = KnowingTalk(book=book, language=language)
        talk.say(said)
        talk.say(answer)
        retracted = {a.display_number for a in book.assertions.values() if a.force is Force.RETRACTED}
        assert retracted == gone
