"""The tables of questions and answers, one file a language, in plain phrases, checked when they are read."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from shared.text.comparable import fold_text

Words = tuple[str, ...]

_WORD = re.compile(r"[^\W_]+")
_DRAWN_OUT = re.compile(r"(\w)\1{2,}")
_TOKEN = re.compile(r"\[(?P<one>[^\]]+)\]|\((?P<maybe>[^)]+)\)|\{(?P<slot>\w+)\}|(?P<word>[^\s\[({]+)")
_SAME = {
    "whats": "what is",
    "hows": "how is",
    "wheres": "where is",
    "whos": "who is",
    "thats": "that is",
    "its": "it is",
    "im": "i am",
    "ive": "i have",
    "youre": "you are",
    "youve": "you have",
    "dont": "do not",
    "didnt": "did not",
    "doesnt": "does not",
    "isnt": "is not",
    "cant": "can not",
    "couldnt": "could not",
    "cannot": "can not",
    "wont": "will not",
    "lets": "let us",
    "u": "you",
    "ur": "your",
    "r": "are",
}


def words_of(text: str) -> Words:
    """Folded words: without marks, drawn-out letters and the short forms of talk."""
    plain = _DRAWN_OUT.sub(r"\1", fold_text(text).replace("'", ""))
    return tuple(" ".join(_SAME.get(word, word) for word in _WORD.findall(plain)).split())


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several runs of words."""

    options: tuple[Words, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class OpenWords:
    """Words that are not known before."""

    kind: str


Phrase = tuple[Choice | OpenWords, ...]


def parse_phrase(written: str) -> Phrase:
    """The phrase as it is matched."""
    return tuple(_part(found) for found in _TOKEN.finditer(written))


def _part(found: re.Match[str]) -> Choice | OpenWords:
    if found["slot"]:
        return OpenWords(found["slot"])
    written = found["one"] or found["maybe"] or found["word"]
    options = tuple(words_of(option) for option in (written.split("/") if not found["word"] else [written]))
    return Choice(options, optional=found["maybe"] is not None)


def has_slot(phrase: Phrase) -> bool:
    """Whether some of its words are not known before."""
    return any(isinstance(part, OpenWords) for part in phrase)


def first_words(phrase: Phrase) -> Iterator[str]:
    """What it can begin with: always a known word."""
    for part in phrase:
        if isinstance(part, OpenWords):
            return
        yield from (option[0] for option in part.options if option)
        if not part.optional:
            return


def matches_phrase(phrase: Phrase, words: Sequence[str], own: Collection[str]) -> bool:
    """Whether these words are the whole phrase."""
    if not phrase:
        return not words
    part, rest = phrase[0], phrase[1:]
    if isinstance(part, Choice):
        taken = (option for option in part.options if tuple(words[: len(option)]) == option)
        return any(matches_phrase(rest, words[len(option) :], own) for option in taken) or (
            part.optional and matches_phrase(rest, words, own)
        )
    most = 1 if part.kind == "somebody" else len(words)
    return any(
        matches_phrase(rest, words[count:], own)
        for count in range(1, min(most, len(words)) + 1)
        if part.kind != "world" or set(own).isdisjoint(words[:count])
    )


SPOKEN = ("en", "es", "de")
SUM = "sum"


class FixedAnswer(BaseModel):
    """What is asked, and the ways to answer it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asked: tuple[str, ...] = Field(min_length=1)
    answers: tuple[str, ...] = Field(min_length=2, max_length=8)


class _Written(BaseModel):
    """A file's words that are no answers."""

    lead: str
    tail: str
    within: str
    own: str
    weekdays: str = Field(pattern=r"^\w+( \w+){6}$")
    day_pattern: str
    by_zero: str
    operators: dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """One language's, ready to be asked."""

    answers: dict[str, FixedAnswer]
    phrases: dict[str, list[tuple[str, Phrase]]]
    """By their first word."""
    lead: frozenset[str]
    tail: frozenset[str]
    within: frozenset[str]
    """Words that say nothing, wherever they stand."""
    own: frozenset[str]
    weekdays: tuple[str, ...]
    day_pattern: str
    by_zero: str
    operators: dict[Words, str]

    def name_of(self, words: Words, *, with_slots: bool = True) -> str | None:
        """Which answer these words ask for, with the courtesies around them left out as needed."""
        least = next((at for at, word in enumerate(words) if word not in self.lead), len(words))
        most = len(words) - next((at for at, word in enumerate(reversed(words)) if word not in self.tail), len(words))
        spans = sorted(
            ((start, end) for start in range(least + 1) for end in range(max(most, start + 1), len(words) + 1)),
            key=lambda span: span[0] - span[1],
        )
        found = next((name for start, end in spans if (name := self._exactly(words[start:end], with_slots))), None)
        fewer = tuple(word for word in words if word not in self.within)
        return self.name_of(fewer, with_slots=with_slots) if found is None and 0 < len(fewer) < len(words) else found

    def is_courtesy(self, words: Words) -> bool:
        """Whether they say nothing by themselves."""
        return self.lead.union(self.tail).issuperset(words)

    def _exactly(self, words: Words, with_slots: bool) -> str | None:  # noqa: FBT001  # as its caller was told
        candidates = (one for one in self.phrases.get(words[0], ()) if with_slots or not has_slot(one[1]))
        return next((name for name, phrase in candidates if matches_phrase(phrase, words, self.own)), None)


@cache
def load_table(language: str) -> Table:
    """The table of a language; English where we speak it not."""
    file = Path(__file__).with_name(f"{language if language in SPOKEN else 'en'}.toml")
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    answers = {
        name: FixedAnswer.model_validate(value) for name, value in written.items() if name not in _Written.model_fields
    }
    words = _Written.model_validate({name: written[name] for name in _Written.model_fields})
    return Table(
        answers=answers,
        phrases=_by_first_word({name: answer for name, answer in answers.items() if name != SUM}),
        lead=frozenset(words_of(words.lead)),
        tail=frozenset(words_of(words.tail)),
        within=frozenset(words_of(words.within)),
        own=frozenset(words_of(words.own)),
        weekdays=tuple(words.weekdays.split()),
        day_pattern=words.day_pattern,
        by_zero=words.by_zero,
        operators={words_of(word): sign for word, sign in words.operators.items()},
    )


def _by_first_word(answers: dict[str, FixedAnswer]) -> dict[str, list[tuple[str, Phrase]]]:
    phrases: dict[str, list[tuple[str, Phrase]]] = defaultdict(list)
    for name, answer in answers.items():
        for phrase in map(parse_phrase, answer.asked):
            for word in dict.fromkeys(first_words(phrase)):
                phrases[word].append((name, phrase))
    return dict(phrases)
