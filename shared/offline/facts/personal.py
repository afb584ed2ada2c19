"""Personal facts as a reading carries them: at most three, in the person's own words, with what each is about."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from shared.contracts.assertions import About, Category
from shared.contracts.understanding import MOST_FACTS, PersonalFact
from shared.embedding.embedder import vector_of
from shared.models.model import Question
from shared.offline.facts.choosing import speaks_of_oneself, told_in
from shared.offline.linear import CLAUSE, ReadingTime, Setting, features_of, load_linear
from shared.offline.reader import clause_input
from shared.text.comparable import told_to_them
from shared.text.episodes import noted_episode
from shared.text.own_words import Parted
from shared.text.pattern_files import APOSTROPHE
from shared.text.quotation import quote_words

_OF_I = {
    "i": "you",
    "i'm": "you're",
    "im": "you're",
    "i've": "you've",
    "ive": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
}

_TABLE = {**_OF_I, "me": "you", "my": "your", "mine": "yours", "myself": "yourself"}
_AFTER_I = {"am": "are", "was": "were", "wasn't": "weren't"}
_BEFORE_I = frozenset({"and", "but", "or", "because", "that", "when", "if", "since", "what", "where", "as", "than"})
_LEADS = re.compile(r"(?i)^(?:(?:and|but|so|also|because|cos|well|oh|ok|yes|btw|by the way)\b,? +)+")
_BEGINS = re.compile(
    r"(?i)(?:i|i'm|im|i've|ive|i'd|i'll) \w"
    r"|my (?:[\w'-]+ ){1,3}?(?:(?:is|are|was|were|has|have|had|can|will|does)(?:n't)?|can't|won't) \w"
)

_UNSURE = re.compile(
    r"(?i)\b(?:you\w*|u|ur|we|us|our\w*|ill|id|let's)\b|[^\w\s',.%€$£/&-]|[.]\s|[.,]\S*[.]|\s-|-\s|, (?:so|which)\b"
)


def turn_clause(clause: str) -> str | None:
    """The sentence, where it differs from what was said by entries of the table alone."""
    text = _LEADS.sub("", clause.replace(APOSTROPHE, "'").strip()).rstrip(" .,!")
    if _BEGINS.match(text) is None or _UNSURE.search(text):
        return None
    made, one_before, before = list[str](), "", ""
    for token in re.split(r"(\W*\s+)", text):
        word = token.lower()
        if _is_unsure(word, one_before, before, is_first=not made):
            return None
        made.append((_AFTER_I.get(word) if before == "i" else None) or _TABLE.get(word, token))
        one_before, before = (before, word) if token.strip(" ,") else (one_before, before)
    sentence = "".join(made)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _is_unsure(word: str, one_before: str, before: str, *, is_first: bool) -> bool:
    """Whether it may be no form of "I", or one that the table does not know."""
    if word in _OF_I:
        return not is_first and before not in _BEFORE_I
    if word == "mine":
        return before not in {"of", "is", "are", "was", "were"}
    if word in _AFTER_I:
        return one_before == "i" or (word == "am" and before != "i" and not before.isdigit())
    return False


_OTHERWISE = Category.PROFILE


class Traits(NamedTuple):
    """What is told of a fact beside its text."""

    category: Category
    importance: int
    sensitive: bool
    about: About


@cache
def _patterns() -> dict[str, dict[str, re.Pattern[str]]]:
    tables = tomllib.loads(Path(__file__).with_name("categories.toml").read_text(encoding="utf-8"))
    return {
        name: {key: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for key, words in table.items()}
        for name, table in tables.items()
    }


def kind_of(fact: str) -> Traits:
    """By the words of the sentence, whoever worded it; whom it concerns, by how it begins."""
    patterns, fact = _patterns(), told_to_them(fact)
    category = next((name for name, words in patterns["category"].items() if words.search(fact)), _OTHERWISE.value)
    sensitive = any(words.search(fact) for words in patterns["sensitive"].values())
    about = next((name for name, words in patterns["about"].items() if words.match(fact)), About.SELF.value)
    importance = next((int(grade[-1]) for grade, words in patterns["importance"].items() if words.search(fact)), 3)
    return Traits(Category(category), importance, sensitive, About(about))


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
    happened = noted_episode(own)
    told = list(dict.fromkeys(told_in(own, telling, left) if happened is None else [happened]))
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
