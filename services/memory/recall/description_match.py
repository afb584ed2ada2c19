"""Which stored assertions a description means: by number, its very words, a slip of the pen, or its sense."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from uuid import UUID

from services.memory.assertions.assertion import Assertion
from services.memory.recall.self_questions import answers_question
from shared.text.comparable import (
    comparable_form,
    compared_words,
    content_words,
    fold_text,
    negation_words,
    stem_word,
    words_in,
)
from shared.text.numbers_named import numbers_named

_NUMBER = re.compile(r"(?:\b(?:numbers?|no\.?|nrn?\.?|nummern?|numeros?|#)\s*|#)(\d{1,6})\b")
_LISTING = re.compile(r"\s*[,;]\s*|\s+(?:and|or|und|oder|sowie|y|e|o)\s+|\s*&\s*", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_POINTING = frozenset({"tú", "él", "mí", "sí", "más", "qué", "für", "über"})
_WHOSE = re.compile(r"^(?:(?:the|that|where|your?|my|dass|was|wo|dein\w*|mein\w*|que|lo|el|la|los|las|tus?|mis?)\s+)+")
_ASKED = re.compile(
    r"^(?:that|where|what|who|when|how(?: (?:much|many|old|tall))?|dass|wo|was|wer|wann|wie(?: (?:viel|alt))?|que"
    r"|lo que|donde|cuanto|cuando|como|quien)\s+(?=\w)"
)

_DEIN = re.compile(r"\bdeine[nmrs]?\b")
_YOURS = ("your ", "dein ", "tu ", "tus ")
ENOUGH_WORDS = 0.5
"""Share of the description's content words that an assertion must have."""

ENOUGH_MEANING = 0.45
CLEARLY_BETTER = 0.06
"""By so much of a score another match counts as worse, not as a tie."""

MISSPELLED = 0.75
"""What a word counts that is only spelled like the one that was said."""

A_HEAD = 5
"""Letters of a word that may stand at the end of a longer one."""

MOST_SUBJECTS = 5
"""Of one order; who lists more is shown what fits the whole."""


@dataclass(frozen=True, slots=True)
class Found:
    """What fits a description, best first: all that is as good as the best."""

    description: str
    assertions: tuple[Assertion, ...]
    surely: bool = True
    """Whether each of them is what was named, and not only near to it in meaning."""


def find_described(
    description: str, among: Sequence[Assertion], near: Mapping[UUID, float], *, everything: bool = False
) -> Found:
    """The matches of the best tier that has any; with `everything`, all that tells of it."""
    if numbers := numbers_named(description):
        return Found(description, tuple(a for a in among if a.display_number in numbers))
    if everything:
        return _all_about(description, among, near)
    tiers = (
        _by_substring(description, among),
        _by_words(description, among),
        _by_question(description, among),
        _by_meaning(among, near),
    )
    return Found(description, next((tier for tier in tiers if tier), ()))


def _all_about(description: str, among: Sequence[Assertion], near: Mapping[UUID, float]) -> Found:
    """What names it, and what answers a question about it; where nothing does, what comes near, to choose from."""
    about = content_words(description)
    if not about:
        return Found(description, _by_substring(description, among) if _accented(description) else tuple(among))
    name = _name_at_the_end(description)
    theirs = [a for a in among if not _is_of_another(description, a)]
    named = [a for a in theirs if about <= _words_of(a) or name in _words_of(a)]
    alike = named or [a for a in theirs if _shared(about, _words_of(a)) >= MISSPELLED]
    found = {a.assertion_id: a for a in (*alike, *_by_question(description, among))}
    if found:
        return Found(description, tuple(found.values()))
    return Found(description, _by_meaning(among, near), surely=False)


def _name_at_the_end(description: str) -> str | None:
    """Of "my sister Dana" and of "Dana" the name alone: what is told of her need not say who she is."""
    last = _WORD.findall(description)[-1:]
    return next(iter(content_words(last[0])), None) if last and last[0][0].isupper() else None


def _is_of_another(description: str, assertion: Assertion) -> bool:
    """Of "my sister" neither "Tom's sister" nor "my sister-in-law" tells anything."""
    plain = _uninflected(description)
    if not plain.startswith(_YOURS):
        return False
    what = re.escape(plain.split(maxsplit=1)[-1])
    text = _uninflected(assertion.content)
    elsewhere = re.findall(rf"(?:'s|\b(?:his|her|their|seine?\w?|ihre?\w?|sus?)) {what}\b|\b{what}-\w", text)
    return bool(elsewhere) and len(elsewhere) == len(re.findall(rf"\b{what}\b", text))


def sought_words(description: str) -> str:
    """What its meaning is searched with: "my" alone makes everything that has one near."""
    return _WHOSE.sub("", fold_text(description).strip()) or description


def subjects_of(description: str) -> tuple[str, ...]:
    """What is listed in it, each as a description of its own: "job and your address"; nothing for a single one."""
    listed_ones = tuple(part for part in _LISTING.split(description) if _tells_something(part))
    return listed_ones if 1 < len(listed_ones) <= MOST_SUBJECTS else ()


def find_all(
    description: str,
    among: Sequence[Assertion],
    near: Mapping[str, Mapping[UUID, float]],
    *,
    everything: bool = False,
) -> tuple[Found, ...]:
    """What fits each of several subjects, where no memory has all that the description says; else one of the whole."""
    if numbers := numbers_named(description):
        return tuple(find_described(str(number), among, {}) for number in numbers)
    subjects = subjects_of(description)
    if not subjects or _by_substring(description, among) or _has_all_words(description, among):
        subjects = (description,)
    return tuple(
        find_described(subject, among, near.get(sought_words(subject), {}), everything=everything)
        for subject in subjects
    )


def means_all(description: str, *, everything: bool) -> bool:
    """Whether it is of all that is known: "everything", "what you know about me", "my memories"."""
    about = content_words(description)
    if not about and _accented(description):
        return False
    known = frozenset(map(stem_word, word_list_of("all_words")))
    return (
        about <= known | frozenset(map(stem_word, word_list_of("told_words")))
        if everything
        else bool(about) and about <= known
    )


def means_the_last(description: str) -> bool:
    """Whether it only points at what was said last: "that", "what I just said", "anything about that"."""
    said = set(words_in(description))
    return bool(said & _POINTS) and said <= word_list_of("that_words") | compared_words() | negation_words()


_POINTS = frozenset({"that", "this", "it", "what", "das", "dies", "es", "was", "eso", "esto", "lo"})


def _tells_something(part: str) -> bool:
    return bool(content_words(part) or _NUMBER.search(fold_text(part)) or _accented(part))


def _accented(text: str) -> frozenset[str]:
    """Words that are small only without their accents: "té" is no "te"."""
    small = compared_words()
    said = (word for word in _WORD.findall(text.casefold()) if fold_text(word) != word and fold_text(word) in small)
    return frozenset(said) - _POINTING


def _has_all_words(description: str, among: Sequence[Assertion]) -> bool:
    about, accented = content_words(description), _accented(description)
    return any(about <= _words_of(a) and accented <= _accented(a.content) for a in among)


def _by_substring(description: str, among: Sequence[Assertion]) -> tuple[Assertion, ...]:
    """Its very words, whoever says them of whom: "where I live" stands in "You live in Rome", not in "Anna lives …"."""
    if not content_words(description):
        accented = _accented(description)
        return tuple(a for a in among if accented and accented <= _accented(a.content))
    wanted = _ASKED.sub("", _uninflected(description).strip(" .!?,;:\"'“”«»"))
    edged = re.compile(rf"(?<!\w){re.escape(wanted)}(?![\w-])")
    return tuple(a for a in among if edged.search(_uninflected(a.content)) or edged.search(_uninflected(a.own_words)))


def _uninflected(text: str) -> str:
    """To the person, and "deinen", "deine" and "deiner" alike."""
    return _DEIN.sub("dein", comparable_form(text))


def _by_words(description: str, among: Sequence[Assertion]) -> tuple[Assertion, ...]:
    wanted = content_words(description)
    if not wanted:
        return ()
    scores = {a.assertion_id: _shared(wanted, _words_of(a)) for a in among}
    return _best(among, scores, ENOUGH_WORDS)


def _shared(wanted: frozenset[str], has: frozenset[str]) -> float:
    """The share of the wanted words that are there, and a little less for those that are only spelled alike."""
    alike = sum(any(spelled_alike(word, other) or _is_head_of(word, other) for other in has) for word in wanted - has)
    return (len(wanted & has) + MISSPELLED * alike) / len(wanted)


def _is_head_of(word: str, compound: str) -> bool:
    """Of German words that are made of several the last says what it is: "Tabletten" of "Blutdrucktabletten"."""
    return len(word) >= A_HEAD and compound.endswith(word)


def _by_question(description: str, among: Sequence[Assertion]) -> tuple[Assertion, ...]:
    """What answers a question about it without having its words: of "your job", "You work as a baker"."""
    bare = sought_words(description)
    asked = [f"{whose} {bare}" for whose in ("my", "mein", "meine", "mi", "where i")]
    return tuple(a for a in among if any(answers_question(question, a.content) for question in asked))


def _by_meaning(among: Sequence[Assertion], near: Mapping[UUID, float]) -> tuple[Assertion, ...]:
    return _best(among, near, ENOUGH_MEANING)


def _words_of(assertion: Assertion) -> frozenset[str]:
    return content_words(assertion.content) | content_words(assertion.own_words)


def _best(among: Sequence[Assertion], scores: Mapping[UUID, float], enough: float) -> tuple[Assertion, ...]:
    ranked = sorted(
        (a for a in among if scores.get(a.assertion_id, 0.0) >= enough), key=lambda a: -scores[a.assertion_id]
    )
    if not ranked:
        return ()
    least = scores[ranked[0].assertion_id] - CLEARLY_BETTER
    return tuple(a for a in ranked if scores[a.assertion_id] >= least)


_SHORTEST = 5
"""Letters; in shorter words one letter makes another word."""

_LONG = 8
"""From so many letters on two slips are forgiven."""


def spelled_alike(one: str, other: str) -> bool:
    """They begin alike, and differ in a letter that is missing, too many, another or in its neighbour's place."""
    shorter, longer = sorted((one, other), key=len)
    slips = 2 if len(shorter) >= _LONG else 1
    if len(shorter) < _SHORTEST or one[0] != other[0] or len(longer) - len(shorter) > slips:
        return False
    return not any(letter.isdigit() for letter in one + other) and _slips(shorter, longer) <= slips


def _slips(one: str, other: str) -> int:
    """How many letters differ; two that changed places count once."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        now = [i]
        for j, its in enumerate(other, 1):
            cost = min(row[j] + 1, now[j - 1] + 1, row[j - 1] + (letter != its))
            if i > 1 and j > 1 and letter == other[j - 2] and its == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        before, row = row, now
    return row[-1]


@cache
def word_list_of(name: str) -> frozenset[str]:
    """One of them."""
    lines = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word.replace("'", "") for line in lines if not line.startswith("#") for word in line.split())
