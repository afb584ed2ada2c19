"""Personal facts as a reading carries them: at most three, each with the person's own words and what it is about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.offline.facts.about import kind_of
from shared.offline.facts.around import substance
from shared.offline.facts.clauses import has_subject
from shared.offline.facts.marking import (
    LIKELY,
    SURELY,
    marked_words,
    pieces_of,
    tells_a_story,
    unannounced,
    without_talk,
)
from shared.offline.facts.reading import Fact, Tells, facts_of
from shared.offline.facts.settling import settled
from shared.offline.features import Setting, features_of
from shared.offline.linear import CLAUSE, linear
from shared.offline.reader import clause_input
from shared.text.own_words import Parted
from shared.text.quotation import as_told, words_quoted
from shared.understanding import MOST_FACTS, PersonalFact

_MARKS = re.compile(r"(?:[^\w\s]\s?){12,}")
"""Nobody tells anything with them, and patterns would look at each."""
CLEAR = 0.75
"""What stands in a project statement is offered for all projects only when it is plainly about the person."""
_OF_THEMSELF = re.compile(r"\b(?:my|i|i'm|i've|me|mein\w*|ich|mir|mis?|yo|tengo|soy)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FactsFound:
    """The facts to be held, and the person's words for what is beyond three."""

    kept: tuple[PersonalFact, ...]
    unread: tuple[str, ...] = ()


def personal_facts(
    said: Parted, original: str, language: str, *, in_project: bool, only_clear: bool = False
) -> FactsFound:
    """The facts of a message."""
    quoted = said.all_quoted
    own = said.quoted[0] if quoted else said.told
    model = linear(CLAUSE)
    tells = model.labels.index("tells")

    def telling(clause: str) -> float:
        features = features_of(Parted(clause, clause), Setting(in_project))
        return float(model.probabilities(features, clause_input(clause, own), language)[tells])

    if said.all_quoted and said.pasted:  # whoever wrote that, it was not the person
        return FactsFound(())
    if not own or (only_clear and not (_OF_THEMSELF.search(own) and telling(own) >= CLEAR)):
        return FactsFound(())
    facts = _told(own, language, telling)
    kept = tuple(_personal(fact, original, quoted=quoted) for fact in facts[:MOST_FACTS])
    return FactsFound(kept, tuple(verbatim(fact.own_words, original) for fact in facts[MOST_FACTS:]))


def _told(own: str, language: str, telling: Tells) -> list[Fact]:
    """The facts; of a story, or where the person would have to be quoted, those of it without mere talk."""
    own = _MARKS.sub(" ", own)
    own, words = unannounced(own, marked_words(own))
    pieces = pieces_of(own, words)
    if tells_a_story(pieces):
        own = without_talk(pieces, SURELY, language)
    facts = _read(own, language, telling)
    bare = without_talk(pieces, LIKELY, language)
    if bare in {own, ""} or (facts and not _quoted(facts)):
        return facts
    better = _read(bare, language, telling)
    whole = all(has_subject(said) for fact in better if (said := words_quoted(fact.text)))
    shorter = not facts or not _quoted(better) or (whole and _quoted(better) < _quoted(facts))
    return better if better and shorter else facts


def _read(own: str, language: str, telling: Tells) -> list[Fact]:
    own = substance(own, language)
    return settled(own, facts_of(own, language, telling), language)


def _quoted(facts: Sequence[Fact]) -> int:
    """How many characters of them are the person's words, quoted."""
    return sum(len(words_quoted(fact.text) or "") for fact in facts)


def _personal(fact: Fact, original: str, *, quoted: bool) -> PersonalFact:
    kind = kind_of(as_told(fact.text))
    return PersonalFact(
        text=fact.text,
        own_words=verbatim(fact.own_words, original),
        category=kind.category,
        importance=kind.importance,
        sensitive=kind.sensitive,
        about=kind.about,
        quoted=quoted,
    )


def verbatim(words: str, original: str) -> str:
    """Those words as they stand in the message, with its own spaces; the whole message when they are not found."""
    if words in original:
        return words
    pattern = r"\s+".join(re.escape(word) for word in words.split())
    found = re.search(pattern, original) if pattern else None
    return found[0] if found else original
