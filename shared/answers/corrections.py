"""What a line says that the offered text should say instead: only where it says so in so many words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from shared.answers.answer_forms import ReadAnswer, Rewording, Says
from shared.answers.rewording import is_only_a_value, leans_on_the_text, reword_text
from shared.answers.shown_items import Shown
from shared.answers.words import OTHER, STOP, Token, Words

_LONGEST = 20
"""Tokens of a line that corrects something."""
_SIGNS = " .!,"
_SMALL = frozenset({STOP, "courtesy", "pointing", "also"})
_AGREEING = frozenset({"yes", "keep", "all"})
_OPENING = frozenset({"no", "correcting", "hinting", "stating", "only", "courtesy", "pointing", STOP})


@dataclass(frozen=True, slots=True)
class _Found:
    """A correction that the form of a line shows, and how outright it is one."""

    correction: Rewording
    agrees: bool = False
    """A yes stands before it: to whatever it is not about."""
    is_outright: bool = False
    """It corrects whatever it says: where that fits nowhere, the person is asked how it should read."""
    is_part: bool = False
    """Only that of the text is to be kept, where it is a part of it: "only the mushrooms"."""
    needs_one: bool = False
    """Of several nobody could say which of them it is about."""


def read_correction(words: Words, text: str, shown: Shown) -> ReadAnswer | None:
    """The correction that the whole line is; nothing where it is none."""
    tokens = words.cut(text)
    if len(tokens) > _LONGEST:
        return None
    limits = words.lists["limit"]
    readings = (_yes_but(tokens, text, limits), _this_not_that(tokens, text), _opened(tokens, text), _value(text))
    for found in chain.from_iterable(readings):
        if (answer := _of_one_item(found, shown)) is not None:
            return answer
    return None


def _of_one_item(found: _Found, shown: Shown) -> ReadAnswer | None:
    """It is about the only item that it fits into."""
    fitting = [place for place, text in enumerate(shown.texts, 1) if reword_text(text, found.correction) is not None]
    if len(fitting) == 1 and not (found.needs_one and shown.has_several):
        (place,) = fitting
        others = tuple(other for other in shown.places if other != place) if found.agrees else ()
        return ReadAnswer(Says.CORRECTS, yes=others, correction=replace(found.correction, place=place))
    if shown.has_several or not (found.is_outright or (found.is_part and shown.says_of(found.correction.words))):
        return None
    return ReadAnswer(Says.CORRECTS, correction=Rewording(""))


def _yes_but(tokens: Sequence[Token], text: str, limits: Sequence[str]) -> Iterator[_Found]:
    """As in "Yes, but only in the morning" limits it; "yes to all, but I'm 42" puts one of them right."""
    at = next((at for at, token in enumerate(tokens) if token.kind == "but" or token.text.startswith("but ")), None)
    if at is None or at + 1 >= len(tokens):
        return
    kinds = {token.kind for token in tokens[:at]} - _SMALL
    if not kinds or not kinds <= _AGREEING:
        return
    if tokens[at + 1].text in limits and any(token.kind == OTHER for token in tokens[at + 1 :]):
        yield _Found(Rewording(text[tokens[at].start :], is_limit=True), needs_one=True)
    else:
        words = text[tokens[at + 1].start :]
        yield _Found(Rewording(words), agrees=True, is_outright=leans_on_the_text(words))


def _this_not_that(tokens: Sequence[Token], text: str) -> Iterator[_Found]:
    """As in "The 4th, not the 3rd", "not the 3rd but the 4th", "tea instead of coffee"."""
    start = next((at for at, token in enumerate(tokens) if token.kind not in _OPENING), len(tokens))
    for at in range(len(tokens)):
        if tokens[at].kind not in ("not", "instead_of"):
            continue
        before, behind = _slice(text, tokens[start:at]), _slice(text, tokens[at + 1 :])
        if before and behind:
            yield _Found(Rewording(before, instead_of=behind))
        elif behind:
            yield from _not_first(tokens[at + 1 :], text)


def _not_first(tokens: Sequence[Token], text: str) -> Iterator[_Found]:
    for at, token in enumerate(tokens):
        if token.kind in (STOP, "but"):
            wrong, right = _slice(text, tokens[:at]), _slice(text, tokens[at + 1 :])
            if wrong and right:
                yield _Found(Rewording(right, instead_of=wrong))


def _opened(tokens: Sequence[Token], text: str) -> Iterator[_Found]:
    """As in "No, just shrimp", "actually it's March 16th", "make it ten"."""
    start = next((at for at, token in enumerate(tokens) if token.kind not in _OPENING), len(tokens))
    end = next((at for at in range(len(tokens), start, -1) if tokens[at - 1].kind not in ("hinting", STOP)), start)
    opening = {token.kind for token in (*tokens[:start], *tokens[end:])} - _SMALL
    if not opening:
        return
    is_outright = "correcting" in opening or {"no", "only"} <= opening
    words = _slice(text, tokens[start:end])
    if words and any(token.kind == OTHER for token in tokens[start:end]):
        is_part = opening == {"only"}
        yield _Found(Rewording(words, may_end=is_outright), is_outright=is_outright, is_part=is_part, needs_one=is_part)
    elif not words and opening == {"hinting"}:
        yield _Found(Rewording(""), is_outright=True)


def _value(text: str) -> Iterator[_Found]:
    """As in "the 16th", "half past three" of what says another day or time; a mere number may name an item."""
    if not text.strip(_SIGNS).isdigit() and is_only_a_value(text):
        yield _Found(Rewording(text), needs_one=True)


def _slice(text: str, tokens: Sequence[Token]) -> str:
    """What these tokens are in the line, without the signs at its ends."""
    told = [token for token in tokens if token.kind != STOP]
    return text[told[0].start : told[-1].end] if told else ""
