"""Which stored statements a reply may quote for a question: by words and by meaning, and none when nothing fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from services.memory.assertions.assertion import Assertion
from services.memory.assertions.policy import is_safety
from services.memory.recall.self_questions import answers_question
from shared.contracts.assertions import Force
from shared.contracts.turns import Quote
from shared.text.comparable import content_words

MOST_QUOTES = 4
MOST_IN_A_SUMMARY = 30
ENOUGH = 0.34
"""Half of the question's content words, or a nearness in meaning of its own, or some of both."""
CLEARLY_WORSE = 0.6
"""Beside the best one, only what has at least this share of its score is quoted."""
WEIGHT_OF_WORDS = 0.6


@dataclass(frozen=True, slots=True)
class Fitting:
    """A statement, and how well it fits the question."""

    assertion: Assertion
    score: float
    found_by: tuple[str, ...]
    enough: float
    """The score from which on it is an answer."""


def of_those_that_wait(question: str, among: Sequence[Assertion], near: Mapping[UUID, float]) -> list[Fitting]:
    """What is held, or was known once, is in no index: it is looked through word by word."""
    wanted = content_words(question)
    scores = ((a, fitness_of(wanted, a.content, near.get(a.assertion_id, 0.0))) for a in among)
    return [Fitting(a, score, ("words", "meaning"), ENOUGH) for a, score in scores]


def quotes_for(question: str, among: Sequence[Fitting], personal_id: UUID | None) -> tuple[Quote, ...]:
    """The best fitting statements, best first; of what is of the very kind that is asked for, all."""
    kind = [one for one in among if answers_question(question, one.assertion.content)]
    fitting = sorted(kind or [one for one in among if one.score >= one.enough], key=lambda one: -one.score)
    best = fitting[0].score if fitting else 0.0
    return tuple(
        quote_of(one.assertion, personal_id).model_copy(update={"score": one.score, "found_by": one.found_by})
        for one in fitting[:MOST_QUOTES]
        if kind or one.score >= best * CLEARLY_WORSE
    )


def all_quotes(among: Sequence[Assertion], personal_id: UUID | None) -> tuple[Quote, ...]:
    """All of them, the committed first, of these what safety hangs on: for a summary or for "what do you know"."""
    ordered = sorted(among, key=lambda a: (a.force is not Force.COMMITTED, not is_safety(a.content), a.display_number))
    return tuple(quote_of(a, personal_id) for a in ordered[:MOST_IN_A_SUMMARY])


def count_unquoted(among: Sequence[Assertion]) -> int:
    """How many of what is known are too many for that."""
    return max(0, sum(a.force is Force.COMMITTED for a in among) - MOST_IN_A_SUMMARY)


def quote_of(assertion: Assertion, personal_id: UUID | None) -> Quote:
    """As a reply may quote it."""
    return Quote(
        assertion_id=assertion.assertion_id,
        display_number=assertion.display_number,
        content=assertion.content,
        noted=assertion.created_at,
        waits=assertion.force is Force.HELD,
        until=assertion.updated_at if assertion.force is Force.RETRACTED else None,
        personal=assertion.engagement_id == personal_id,
    )


def fitness_of(wanted: frozenset[str], content: str, nearness: float) -> float:
    """How well a text that is in no index fits a question."""
    has = content_words(content)
    share = len(wanted & has) / len(wanted) if wanted else 0.0
    return WEIGHT_OF_WORDS * share + (1 - WEIGHT_OF_WORDS) * max(0.0, nearness)
