"""Personal facts as a reading carries them: at most three, in the person's own words, with what each is about."""

import re
from dataclasses import dataclass
from functools import partial

from shared.contracts.understanding import MOST_FACTS, PersonalFact
from shared.embedding.embedder import vector_of
from shared.models.model import Question
from shared.offline.facts.about import kind_of
from shared.offline.facts.choosing import speaks_of_oneself, told_in
from shared.offline.facts.turning import turn_clause
from shared.offline.features import Setting, features_of
from shared.offline.linear import CLAUSE, load_linear
from shared.offline.reader import clause_input
from shared.offline.reading_time import ReadingTime
from shared.text.own_words import Parted
from shared.text.quotation import quote_words

CLEAR = 0.5
"""What stands in a project statement is offered for all projects only when it is plainly about the person."""


@dataclass(frozen=True, slots=True)
class FactsFound:
    """The facts to be held, and the person's words for what is beyond three."""

    kept: tuple[PersonalFact, ...]
    unread: tuple[str, ...] = ()


def personal_facts(
    said: Parted, question: Question, language: str, left: ReadingTime, *, only_clear: bool = False
) -> FactsFound:
    """The facts of a message; what is quoted or pasted in it is nobody's."""
    own, original, setting = said.told, question.text, Setting(question.project is not None)
    model = load_linear(CLAUSE)
    tells = model.labels.index("tells")

    def telling(clause: str) -> float:
        features = features_of(Parted(clause, clause), setting, partial(left.once, vector_of))
        return float(model.probabilities(features, clause_input(clause, own), language, left)[tells])

    if not own or (only_clear and telling(own) < CLEAR):
        return FactsFound(())
    told = list(dict.fromkeys(told_in(own, telling, left)))
    if question.offer is not None:
        told = [words for words in told if speaks_of_oneself(words)]  # the others lean on what was asked
    kept = tuple(fact_of(_shown(words, language), words, original) for words in told[:MOST_FACTS])
    return FactsFound(kept, tuple(verbatim_words(words, original) for words in told[MOST_FACTS:]))


def verbatim_words(words: str, original: str) -> str:
    """Those words as they stand in the message, with its own spaces; the whole message when they are not found."""
    if words in original:
        return words
    found = re.search(r"\s+".join(re.escape(word) for word in words.split()), original)
    return found[0] if found else original


def _shown(words: str, language: str) -> str:
    """To the person where a table can say it; else they are quoted."""
    return (turn_clause(words) if language == "en" else None) or quote_words(words, language)


def fact_of(text: str, words: str, original: str) -> PersonalFact:
    """With what it is about."""
    kind = kind_of(text)
    return PersonalFact(
        text=text,
        own_words=verbatim_words(words, original),
        category=kind.category,
        importance=kind.importance,
        sensitive=kind.sensitive,
        about=kind.about,
        quoted=False,
    )
