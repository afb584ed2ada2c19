"""Plain phrases with simple slots, and whether the words of a line are one of them.

`[one/or another]` is one of these, `(so/very)` one of these or nothing; `{somebody}` is one word, `{anything}` one or
more words, `{world}` one or more words of which none is the person's own.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from shared.text.fold import fold_text

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
