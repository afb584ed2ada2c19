"""Whether a sentence names a person, a number or a date that nobody said, or tells of what was only pasted. Pure."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from services.reflector.offline.name_day import day_words
from services.reflector.spoken_turns import SpokenTurn, own_stems, plain_words
from shared.text.comparable import content_words, fold_text, small_words

_TOKEN = re.compile(r"[^\W\d_][\w]*(?:['’-]\w+)*")  # noqa: RUF001  # as phones write it
_OWNER = re.compile(r"['’]s\b")  # noqa: RUF001  # as phones write it
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WHERE = frozenset({"english", "german", "spanish"})
SPOKEN = ("en", "de", "es")
"""The languages of the tables, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class TalkWords:
    """Everything that was said, as names and numbers are looked up in it."""

    own: str
    """The person's words alone, plain."""
    words: frozenset[str]
    numbers: frozenset[str]
    own_stems: frozenset[str]
    pasted_stems: frozenset[str]
    """Of what stands only in something pasted or quoted."""


def words_of_talk(turns: Sequence[SpokenTurn], language: str, *further: str) -> TalkWords:
    """Of the whole talk; what only something pasted says is not said, whoever repeats it."""
    own = " ".join(one.own for one in turns)
    mine = " ".join([own, *further])
    heard = " ".join([mine, *(one.turn.replied for one in turns)])
    pasted = " ".join(one.quoted for one in turns)
    words = _set_of(heard) - (_set_of(pasted) - _set_of(mine))
    in_paste = frozenset(_numbers(pasted, language)) - frozenset(_numbers(mine, language))
    numbers = frozenset(_numbers(heard, language)) - in_paste
    stems = own_stems(turns)
    return TalkWords(plain_words(own), words, numbers, stems, content_words(pasted) - stems)


def _set_of(text: str) -> frozenset[str]:
    return frozenset(plain_words(text).split())


def is_supported(sentence: str, said: TalkWords, language: str) -> bool:
    """Whether it may stand in a narrative: it speaks of what the person said, more than of what they pasted."""
    stems = content_words(_OWNER.sub("", sentence))
    own, pasted = len(stems & said.own_stems), len(stems & said.pasted_stems)
    if not own or pasted >= own:
        return False
    return names_nothing_unsaid(sentence, said, language)


def names_nothing_unsaid(text: str, said: TalkWords, language: str) -> bool:
    """Whether every name, number and date in it was said."""
    if not frozenset(_numbers(text, language)) <= said.numbers:
        return False
    return all(_is_known(name, said.words) for name in _names(text, language))


def _numbers(text: str, language: str) -> Iterator[str]:
    """In digits; written ones from five on, as digits."""
    for found in _NUMBER.findall(text):
        yield re.sub(r"[.,:]", "", found)
    named = _number_words(language)
    for word in plain_words(text).split():
        if word in named:
            yield named[word]


def _is_known(name: str, words: frozenset[str]) -> bool:
    parts = plain_words(_OWNER.sub("", name)).split()
    return all(part in words or part.removesuffix("s") in words or f"{part}s" in words for part in parts)


def _names(text: str, language: str) -> Iterator[str]:
    """What is written as a name, and every day and month."""
    before, begins = "", True
    for found in re.finditer(rf"{_TOKEN.pattern}|[.!?:\n“„«\"]", text):
        token = found[0]
        if not token[0].isalpha():
            before, begins = "", True
            continue
        if _is_name(token, before, language, begins=begins):
            yield token
        before, begins = token, False


def _is_name(token: str, before: str, language: str, *, begins: bool) -> bool:
    folded = fold_text(token)
    if folded in day_words():
        return token[0].isupper() or language == "es"
    if not token[0].isupper() or len(token) == 1 or folded in _small():
        return False
    if begins:
        return _nameless(language, "begins").search(folded) is None
    if language == "de":
        return _nameless("de", "before").fullmatch(before) is None and _nameless("de", "noun").search(folded) is None
    return True


@cache
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _nameless(language: str, where: str) -> re.Pattern[str]:
    table = _tables()[where]
    return re.compile(table.get(language, table["en"]))


@cache
def _number_words(language: str) -> dict[str, str]:
    if language not in SPOKEN:
        return {}
    return {words.split()[SPOKEN.index(language)]: number for number, words in _tables()["numbers"].items()}


@cache
def _small() -> frozenset[str]:
    listed = (fold_text(word) for name in _WHERE for word in small_words()[name])
    return frozenset(listed) | frozenset(_tables()["small"]["words"].split())
