"""Words that name something that waits for the person's yes, so that it is shown again: they agree to nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.answers.words import OTHER, SPOKEN, STOP, Token, Words, plainly_written, words_of

_POINTING = frozenset({"yes", "keep", "pointing", "courtesy", "also", "about", "ordinal", "last", "all", STOP})
_LONGEST_NAME = 5
"""Words behind "the one about"."""


@dataclass(frozen=True, slots=True)
class NamedWaiting:
    """What is to be shown again: what the words describe, the places of the last question, all of it, or the newest."""

    description: str = ""
    places: tuple[int, ...] = ()
    everything: bool = False


def read_named_waiting(line: str, language: str = "en") -> NamedWaiting | None:
    """What of that which waits the whole line names: "yes, remember that", "keep the one about my cat"."""
    text = plainly_written(line.rstrip("? "))
    if text is None:
        return None
    for spoken in sorted(SPOKEN, key=lambda one: one != language):
        words = words_of(spoken)
        tokens = words.cut(text)
        if (found := _asked_for_all(words, tokens) or _named(tokens, text)) is not None:
            return found
    return None


def _asked_for_all(words: Words, tokens: Sequence[Token]) -> NamedWaiting | None:
    said = " ".join(token.text for token in tokens if token.kind != STOP)
    return NamedWaiting(everything=True) if said in words.lists["waiting"] else None


def _named(tokens: Sequence[Token], text: str) -> NamedWaiting | None:
    kinds = [token.kind for token in tokens]
    if "keep" not in kinds and "about" not in kinds:
        return None
    if "about" in kinds:
        at = kinds.index("about")
        name = [token for token in tokens[at + 1 :] if token.kind != STOP]
        if not set(kinds[:at]) <= _POINTING or not 0 < len(name) <= _LONGEST_NAME:
            return None
        return NamedWaiting(description=text[name[0].start : name[-1].end])
    if OTHER in kinds:
        return _named_one(tokens, text)
    if not set(kinds) <= _POINTING:
        return None
    places = tuple(token.place for token in tokens if token.kind == "ordinal")
    return NamedWaiting(places=places, everything="all" in kinds)


def _named_one(tokens: Sequence[Token], text: str) -> NamedWaiting | None:
    """As in "keep the coriander one too"."""
    name = [token for token in tokens if token.kind == OTHER]
    rest = [token for token in tokens if token.kind != OTHER]
    ends = [token for token in rest if token.start > name[-1].start and token.kind == "pointing"]
    if not {token.kind for token in rest} <= _POINTING or [token.text for token in ends] not in (["one"], ["ones"]):
        return None
    return NamedWaiting(description=text[name[0].start : name[-1].end]) if len(name) <= _LONGEST_NAME else None
