"""Puts what a correction says into a text: where it plainly fits one place, and nowhere else.

The result is always shown again before it counts; where nothing plainly fits, the person is asked how it should read.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from shared.answers.answer_forms import Rewording
from shared.answers.words import SPOKEN, fold_answer, words_of

_WORD = re.compile(r"[^\W_]+(?:['\u2019.:][^\W_]+)*")
_END = re.compile(r"[\s.!?\u201c\u201d\"\u00ab\u00bb\u2026]*$")
_NUMBER = re.compile(r"\d+(?:[.:]\d+)*(?:st|nd|rd|th|[a-z]{0,2})")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_BREAK = re.compile(r"[,;:.]")
_MOST_IN_A_SLOT = 4
_MOST_PUT_THERE = 6
_STEM = 5
_KINDS = ("dates", "weekdays", "months", "numbers")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text, folded, and where it stands."""

    folded: str
    start: int
    end: int


def reword_text(text: str, correction: Rewording) -> str | None:
    """The text as it would read; nothing, where the correction does not fit exactly one place of it."""
    words = correction.words.strip()
    if not words:
        return None
    if correction.is_limit:
        return _with_limit(text, words)
    if correction.instead_of:
        return _instead(text, words, correction.instead_of)
    for kind in _KINDS:
        if (put := _only_such(words, kind, frozenset(word.folded for word in _words(text)))) is not None:
            return _put(text, [place for place in _spans(text, kind) if _may_stand_for(put, place, text)], put)
    same = _in_the_same_frame(text, words)
    return _at_the_end(text, words) if same is None and correction.may_end else same


def is_only_a_value(words: str) -> bool:
    """A day, a month, a number or a time of day, and nothing else but what is said around such."""
    return any(_only_such(words, kind) is not None for kind in _KINDS)


def leans_on_the_text(words: str) -> bool:
    """Whether it goes on about whom or what the text is about: "she's only a puppy"."""
    said = _words(words)
    return len(said) > 1 and said[0].folded in _list("leaning")


def begins_in_first_person(words: str) -> bool:
    """Whether it is a clause that begins with the person themself."""
    said = _words(words)
    return len(said) > 1 and any(said[0].folded in words_of(spoken).lists["first_person"] for spoken in SPOKEN)


def says_no_more(text: str, known: Sequence[str]) -> bool:
    """Whether every word of a text stands in what was shown or said; "I" and "you" are one, as are forms of a word."""
    has = {word for one in known for word in _stems(one)}
    return _stems(text) <= has


def _stems(text: str) -> set[str]:
    return {_turned(word.folded)[:_STEM] for word in _words(text)}


def _instead(text: str, words: str, wrong: str) -> str | None:
    """What they name as wrong gives way; of "the 15th" the number is enough to find it."""
    if named := _occurrences(text, wrong):
        return _put(text, named, words)
    for kind in _KINDS:
        bare, put = _only_such(wrong, kind), _only_such(words, kind)
        if bare is not None and put is not None:
            return _put(text, _occurrences(text, bare), put)
    return None


def _put(text: str, places: Sequence[_Word], words: str) -> str | None:
    if len(places) != 1:
        return None
    (place,) = places
    put = f"{text[: place.start]}{words}{text[place.end :]}"
    return put if put != text else None


def _with_limit(text: str, words: str) -> str:
    """Behind the whole of it."""
    end = _END.search(text)
    cut = end.start() if end is not None else len(text)
    return f"{text[:cut]}, {words.rstrip('.!, ')}{text[cut:]}"


def _may_stand_for(put: str, place: _Word, text: str) -> bool:
    """The 16th is no time of day, and half past three no day of a month."""
    said = next(iter(_spans(put, "numbers")), None)
    if said is None:
        return True
    in_a_date = any(date.start <= place.start < date.end for date in _dates(_words(text)))
    is_day = in_a_date or _ORDINAL.fullmatch(place.folded) is not None
    says_day = _ORDINAL.fullmatch(said.folded) is not None
    return not (says_day and _is_of_the_clock(place)) and not (is_day and _is_of_the_clock(said))


def _is_of_the_clock(word: _Word) -> bool:
    return bool(_list("clock") & set(word.folded.split()))


def _occurrences(text: str, words: str) -> list[_Word]:
    wanted, has = [word.folded for word in _words(words)], _words(text)
    found = range(len(has) - len(wanted) + 1) if wanted else ()
    return [
        _joined(has[at : at + len(wanted)])
        for at in found
        if [word.folded for word in has[at : at + len(wanted)]] == wanted
    ]


# ---- days, months, numbers ---------------------------------------------------------------------------------------


def _only_such(words: str, kind: str, told: frozenset[str] = frozenset()) -> str | None:
    """The one thing of that kind in the words, where nothing else is said but what stands around such things.

    Or what was told already: "it's plot 41" of "Plot 14 is ours".
    """
    spans = _spans(words, kind)
    if len(spans) != 1:
        return None
    (span,) = spans
    around = {word.folded for word in _words(words) if word.end <= span.start or word.start >= span.end}
    return words[span.start : span.end] if around <= _list("around") | told else None


def _spans(text: str, kind: str) -> list[_Word]:
    words = _words(text)
    if kind == "dates":
        return list(_dates(words))
    if kind == "numbers":
        runs = (list(run) for told, run in groupby(words, _is_counted) if told)
        return [_joined(run) for run in runs if any(map(_is_number, run))]
    return list(_series(words, _list(kind)))


def _series(words: Sequence[_Word], among: frozenset[str]) -> Iterator[_Word]:
    """Each by itself, or as many as are told together: "Tuesdays and Sundays"."""
    run: list[_Word] = []
    for at, word in enumerate(words):
        if word.folded in among:
            run.append(word)
        elif run and not (word.folded in _list("joining") and {one.folded for one in words[at + 1 : at + 2]} & among):
            yield _joined(run)
            run = []
    if run:
        yield _joined(run)


def _is_number(word: _Word) -> bool:
    return _NUMBER.fullmatch(word.folded) is not None or word.folded in _list("counted")


def _is_counted(word: _Word) -> bool:
    """Of a number, or of a time of day: "half past three", "halb vier", "3 pm"."""
    return _is_number(word) or word.folded in _list("clock")


def _dates(words: Sequence[_Word]) -> Iterator[_Word]:
    """A month beside a number: "March 16th", "16. März", "16 de marzo"."""
    for at, word in enumerate(words):
        if word.folded not in _list("months"):
            continue
        before = at - 2 if at > 1 and words[at - 1].folded == "de" else at - 1
        if before >= 0 and _NUMBER.fullmatch(words[before].folded):
            yield _joined(words[before : at + 1])
        elif at + 1 < len(words) and _NUMBER.fullmatch(words[at + 1].folded):
            yield _joined(words[at : at + 2])


# ---- the same said of something else -----------------------------------------------------------------------------


def _in_the_same_frame(text: str, words: str) -> str | None:
    """As in "My birthday is the 16th" says of what "Your birthday is March 15th" says something else."""
    has, said = _words(text), _words(words)
    same = 0
    while same < min(len(has), len(said)) and _turned(has[same].folded) == _turned(said[same].folded):
        same += 1
    if not same or has[same - 1].folded not in _list("slots") | {"youre"} or same in (len(has), len(said)):
        return None
    return _replaced_behind(text, has[same:], words[said[same].start : said[-1].end])


def _at_the_end(text: str, words: str) -> str | None:
    """As in "You're allergic to shellfish" and "just shrimp": what it is about stands behind the last small word."""
    has, said = _words(text), _words(words)
    last = max((at for at, word in enumerate(has) if word.folded in _list("slots")), default=None)
    if last is None:
        return None
    if said[0].folded in _list("slots"):  # "no, in Cuenca" says the small word too
        return _replaced_behind(text, has[last:], words) if said[0].folded == has[last].folded else None
    return _replaced_behind(text, has[last + 1 :], words)


def _replaced_behind(text: str, end: Sequence[_Word], words: str) -> str | None:
    said = [word.folded for word in _words(words)]
    if not end or len(end) > _MOST_IN_A_SLOT or len(said) > _MOST_PUT_THERE or _list("nowhere") & set(said):
        return None
    place = _joined(end)
    return None if _BREAK.search(text[place.start : place.end]) else _put(text, [place], words)


def _joined(words: Sequence[_Word]) -> _Word:
    return _Word(" ".join(word.folded for word in words), words[0].start, words[-1].end)


def _words(text: str) -> list[_Word]:
    return [_Word(fold_answer(found[0]), found.start(), found.end()) for found in _WORD.finditer(text)]


def _turned(word: str) -> str:
    return _turns().get(word, word)


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(str(_tables()[name]).split())


@cache
def _turns() -> dict[str, str]:
    turned = _tables()["turned"]
    return turned if isinstance(turned, dict) else {}


@cache
def _tables() -> dict[str, str | dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
