"""From a question to what a provider is asked. Pure; the same for all of them.

The instructions come from the prompt asset and the cards alone, so they never move between calls and providers can
cache them. What moves, the fence's mark with it, stands in the content.
"""

import hashlib
from dataclasses import replace
from functools import cache
from uuid import UUID

from shared.contracts.operations import Offer, OfferItem
from shared.contracts.turns import Exchange, NearMemory, PastCorrection
from shared.intents.card import Card
from shared.models.answer_schema import answer_schema, short_schema
from shared.models.fences import fence_text
from shared.models.model import Question
from shared.models.wire import Asked
from shared.prompts import load_prompt

CARDS_GO_HERE = "{{intents}}"
SHORT_HISTORY = 1
"""Exchanges that a small model is shown: each costs it seconds."""
SHORT_MEMORIES = 3


def asked_of(question: Question, mark: str, *, briefly: bool = False) -> Asked:
    """What is asked, with a fence around all that somebody said; briefly, where a small model has to read it."""
    if briefly:
        return _briefly(question, mark)
    asset = load_prompt("classifier", "classify")
    system = _system(asset.text, question.cards)
    digest = hashlib.sha256(system.encode()).hexdigest()[:8]
    return Asked(
        system=system,
        content=_content(question, mark),
        schema=answer_schema(tuple(card.name for card in question.cards)),
        prompt=f"classifier/classify#{digest}",  # the digest stands for the cards in it
        prompt_version=asset.version,
    )


def _briefly(question: Question, mark: str) -> Asked:
    asset = load_prompt("classifier", "classify_short")
    near, history = question.near[:SHORT_MEMORIES], question.history[-SHORT_HISTORY:]
    lately = replace(question, history=history, near=near, corrections=())
    return Asked(
        system=asset.text,
        content=_content(lately, mark),
        schema=short_schema(tuple(card.name for card in question.cards)),
        prompt="classifier/classify_short",
        prompt_version=asset.version,
    )


@cache
def _system(text: str, cards: tuple[Card, ...]) -> str:
    return text.replace(CARDS_GO_HERE, "\n\n".join(_described(card) for card in cards))


def _described(card: Card) -> str:
    fills = f"\nFills: {', '.join(card.parameters)}" if card.parameters else ""
    examples = " | ".join(card.examples)
    return f"### {card.name}\nWhen: {card.when}\nNot: {card.boundary}\nExamples: {examples}{fills}"


def _content(question: Question, mark: str) -> str:
    place = "The lines were said outside of any project."
    parts = [
        f"Data stands between lines that carry the mark {mark}.",
        f"The person's own language is {question.language}.",
        place if question.project is None else fence_text("PROJECT", question.project, mark),
    ]
    if question.history:
        parts.append(fence_text("EARLIER", "\n".join(map(_exchange, question.history)), mark))
    if question.near:
        parts.append(fence_text("MEMORIES", "\n".join(map(_memory, marks_of(question.near), question.near)), mark))
    if question.corrections:
        parts.append(fence_text("CORRECTIONS", "\n".join(map(_correction, question.corrections)), mark))
    parts.append("No offer stands." if question.offer is None else fence_text("OFFER", _offer(question.offer), mark))
    parts.append(fence_text("LINES", question.text, mark))
    return "\n\n".join(parts)


def marks_of(near: tuple[NearMemory, ...]) -> tuple[str, ...]:
    """What a model calls the memories."""
    return tuple(f"m{place}" for place in range(1, len(near) + 1))


def ids_by_mark(near: tuple[NearMemory, ...]) -> dict[str, UUID]:
    """Which memory is meant by what a model calls it."""
    return {mark: memory.assertion_id for mark, memory in zip(marks_of(near), near, strict=True)}


def _exchange(exchange: Exchange) -> str:
    meant = f" [{exchange.intent}]" if exchange.intent else ""
    return f"person{meant}: {exchange.said}\ncompanion: {exchange.replied}"


def _memory(mark: str, memory: NearMemory) -> str:
    whose = "about the person" if memory.personal else "about the project"
    return f"{mark}: number {memory.display_number}, {memory.category}, {whose}: {memory.content}"


def _correction(correction: PastCorrection) -> str:
    return f"{correction.said} (was read as {correction.original}, was {correction.corrected})"


def _offer(offer: Offer) -> str:
    choice = ", one of these is meant" if offer.needs_choice else ""
    return "\n".join(
        [f"kind: {offer.kind}{choice}", *(_item(place, item) for place, item in enumerate(offer.items, 1))]
    )


def _item(place: int, item: OfferItem) -> str:
    number = f" (number {item.display_number})" if item.display_number else ""
    own_words = f" | their words: {item.own_words}" if item.own_words else ""
    return f"{place}.{number} {item.shown_text}{own_words}"
