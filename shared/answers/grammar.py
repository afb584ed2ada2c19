"""The one closed grammar of answers: the whole of a line is an answer to what was asked, or none of it is.

It stands behind every reader. Whatever a model takes a line for, memory is changed by words only where this reads the
person's own line as that answer. What does not parse commits nothing, rejects nothing and rewords nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from uuid import UUID

from shared.answers.answer_forms import ReadAnswer, Rewording, Says
from shared.answers.corrections import read_correction
from shared.answers.shown_items import KNOWN, NEW, Shown
from shared.answers.words import (
    OTHER,
    SPOKEN,
    STOP,
    Token,
    Words,
    fold_answer,
    languages_read,
    only_thanks,
    plainly_written,
    words_of,
)
from shared.contracts.operations import Offer, OfferItem, OfferKind

LONGEST = 300
"""Characters: nobody answers a question in more."""
_KEEPING: Mapping[str, bool] = MappingProxyType(
    {"yes": True, "keep": True, "no": False, "none": False, "never_mind": False, "drop": False}
)
_LETTING_GO = MappingProxyType({**_KEEPING, "keep": False, "drop": True})
"""Which way each kind of word goes, by whether a yes keeps something or lets it go."""
_ASIDE = frozenset(
    {
        "all",
        "rest",
        "ordinal",
        "last",
        "number",
        "only",
        "also",
        "about",
        "new",
        "old",
        "instead",
        "not",
        "dont",
        "reason",
    }
    | {"courtesy", "pointing", "stating", OTHER}
)
"""What else a plain answer is made of; any other word makes it none."""
_SMALL = frozenset({"courtesy", STOP})
_CHOOSING = frozenset({"all", "last", "number", "about"})
_QUOTES = "\"'\u201c\u201d\u201e\u00ab\u00bb"
_EDGES = " .!\u3002\uff01\u0964\u2026"


def read_answer(line: str, offer: Offer, language: str = "en") -> ReadAnswer | None:
    """The line as an answer to this offer; nothing, where not all of it is one."""
    shown = Shown.of(offer)
    if offer.awaits is not None:
        return _read_text(line, offer, shown)
    if (beside := _read_beside(line, offer, language)) is not None:
        return beside
    if offer.kind is OfferKind.CLOSING and _keeps_nothing(line):
        return ReadAnswer(Says.NO, no=shown.places, lets_go=True)
    text = None if offer.kind is OfferKind.CLOSING and only_thanks(line) else plainly_written(line)
    if text is None or len(text) > LONGEST:
        return _read_plainly(line, shown)
    for spoken in sorted(SPOKEN, key=lambda one: one != language):
        if (found := _read_in(words_of(spoken), text, shown)) is not None:
            return found
    return _read_plainly(text, shown)


def _read_beside(line: str, offer: Offer, language: str) -> ReadAnswer | None:
    """What is said of something new and of what is known beside it: instead of that, or both."""
    pair = Shown.of_pair(offer)
    text = plainly_written(line)
    if pair is None or text is None or len(text) > LONGEST:
        return None
    for spoken in sorted(SPOKEN, key=lambda one: one != language):
        tokens = words_of(spoken).cut(text)
        found = _parse(tokens, pair) if _BETWEEN & {token.kind for token in tokens} else None
        if found is not None and NEW in found.yes:
            return ReadAnswer(Says.YES, yes=(1,), instead=KNOWN not in found.yes)
    return None


_BETWEEN = frozenset({"instead", "instead_of", "new", "all"})
"""Only who says one of these speaks of two."""


_ANY_DRAFT = Offer(
    offer_id=UUID(int=0),
    kind=OfferKind.CLOSING,
    items=(OfferItem(assertion_id=UUID(int=0), version=1, text_hash="", shown_text=""),),
)


def says_of_a_draft(line: str) -> bool:
    """Whether it would answer the draft of a conversation, though none was asked about: it is no going on either."""
    return read_answer(line, _ANY_DRAFT) is not None


def _keeps_nothing(line: str) -> bool:
    """As in "keep nothing", "no, delete it" and "don't keep it": all of the line says that it is to go."""
    text = plainly_written(line)
    if text is None or len(text) > LONGEST:
        return False
    for spoken in SPOKEN:
        kinds = {token.kind for token in words_of(spoken).cut(text)} - _SMALL - {"pointing", "all", "also", "but"}
        negated = bool(kinds & {"not", "dont"})
        goes = "none" in kinds or (("keep" in kinds) if negated else ("drop" in kinds))
        if goes and kinds <= {"no", "keep", "none", "drop", "not", "dont", "only"}:
            return True
    return False


def leaning_of(line: str, offer: Offer, language: str = "en") -> bool | None:
    """Which way a line begins that is no answer: it agrees to nothing, and is worth asking about once more."""
    text = plainly_written(line) or ""
    cuts = (words_of(spoken).cut(text) for spoken in sorted(SPOKEN, key=lambda one: one != language))
    return next((way for tokens in cuts if (way := _way(tokens, offer.kind)) is not None), None)


def _way(tokens: Sequence[Token], kind: OfferKind) -> bool | None:
    first = next((token for token in tokens if token.kind not in _SMALL | {"pointing"}), None)
    ways = _LETTING_GO if kind is OfferKind.RETRACT else _KEEPING
    if first is None or first.kind in ways:
        return ways.get(first.kind) if first is not None else None
    if any(token.kind == "no" for token in tokens):
        return False
    return True if first.kind in _CHOOSING or first.text.isdigit() else None


def _read_text(line: str, offer: Offer, shown: Shown) -> ReadAnswer | None:
    """The line is the text that was asked for, unless it is a no or a question."""
    for spoken in SPOKEN:
        found = _parse(words_of(spoken).cut(line), shown) if plainly_written(line) else None
        if found is not None:
            return found if found.says is Says.NO else None
    text = line.strip().strip(_QUOTES).strip()
    if not text or len(text) > LONGEST or text.endswith("?"):
        return None
    place = next(place for place, item in enumerate(offer.items, 1) if item.assertion_id == offer.awaits)
    return ReadAnswer(Says.CORRECTS, correction=Rewording(text, is_text=True, place=place))


def _read_plainly(text: str, shown: Shown) -> ReadAnswer | None:
    """A plain yes or no in a language of which nothing else is read; what is both, in two of them, is neither."""
    bare = fold_answer(text).strip(_EDGES)
    said = {
        kind
        for language in languages_read()[len(SPOKEN) :]
        for kind in ("yes", "no")
        if bare in words_of(language).lists.get(kind, ())
    }
    return _of_all(shown, agrees=said == {"yes"}) if len(said) == 1 else None


def _read_in(words: Words, text: str, shown: Shown) -> ReadAnswer | None:
    found = _parse(words.cut(text), shown)
    if found is None and _lets_be(words.cut(text), shown.kind):
        return _of_all(shown, agrees=False)
    if found is not None or shown.kind in (OfferKind.RETRACT, OfferKind.CLASH, OfferKind.CLOSING):
        return found
    if (further := _read_with_more(words, text, shown)) is not None:
        return further
    corrected = read_correction(words, text, shown)
    if shown.kind is OfferKind.CROSS_PROMOTE and _limits_to_here(words.cut(text)):
        return _of_all(shown, agrees=False)
    return corrected


def _lets_be(tokens: Sequence[Token], kind: OfferKind) -> bool:
    """As in "never mind, it's not important" and, where it would go, "no, keep it, I was wrong": with any reason."""
    decisive = {"never_mind", "keep"} if kind is OfferKind.RETRACT else {"never_mind"}
    for part in _parts(tokens):
        kinds = {token.kind for token in part}
        if not kinds <= decisive | {"no", "courtesy", "pointing", "hinting"}:
            return False
        if kinds & decisive:
            return True
    return False


def _limits_to_here(tokens: Sequence[Token]) -> bool:
    """As in "no, only for this one": what holds in one project alone is not remembered for all."""
    kinds = [token.kind for token in tokens if token.kind not in _SMALL]
    return kinds[:2] == ["no", "only"]


# ---- yes, no, which ----------------------------------------------------------------------------------------------


class _NoAnswerError(Exception):
    """Not all of the line is an answer."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands between two signs: of which items it speaks, and which way; neither, where it does not say."""

    places: tuple[int, ...]
    agrees: bool | None
    only: bool = False
    rest: bool = False
    """It speaks of those that no other piece names."""


def _parse(tokens: Sequence[Token], shown: Shown) -> ReadAnswer | None:
    if shown.kind is OfferKind.RETRACT and any(token.kind == "yes" for token in tokens):  # "yes, forget it"
        tokens = [replace(token, kind="drop") if token.kind == "never_mind" else token for token in tokens]
    if shown.kind is OfferKind.CLASH:
        tokens = shown.without_the_known(tokens)
    if not shown.has_several and _only_points(tokens, shown.kind):
        return None
    try:
        pieces = [piece for part in _parts(tokens) for piece in _pieces(part, shown)]
        if any(token.kind == "reason" for token in tokens) and any(piece.agrees is not False for piece in pieces[:1]):
            return None  # "that's his business": a reason stands behind a no alone
        found = _weigh(pieces, shown)
    except _NoAnswerError:
        return None
    if shown.kind is not OfferKind.CLASH:
        return found
    if any(token.kind == "none" for token in tokens):
        return ReadAnswer(Says.WHICH)
    return _which_stands(found, is_named=any(piece.places for piece in pieces))


def _only_points(tokens: Sequence[Token], kind: OfferKind) -> bool:
    """Of one thing its number and "everything" choose nothing: without a yes or a no they are no answer."""
    kinds = {token.kind for token in tokens}
    is_all = "all" in kinds and kind is not OfferKind.CROSS_PROMOTE  # there "everywhere" is the answer
    is_number = any(token.kind == OTHER and token.text.isdigit() for token in tokens)
    return (is_all or is_number) and not kinds & (_KEEPING.keys() | {"not", "dont"})


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token in tokens:
        if token.kind not in (STOP, "but"):
            part.append(token)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _pieces(part: list[Token], shown: Shown) -> list[_Piece]:
    """One; two where all but some are meant."""
    at = next((at for at, token in enumerate(part) if token.kind == "except"), None)
    if at is None:
        return [_piece(part, shown)]
    whole, left_out = _piece(part[:at], shown), _piece(part[at + 1 :], shown)
    kept = tuple(place for place in whole.places or shown.places if place not in left_out.places)
    if left_out.agrees is not None or not left_out.places or not kept:
        raise _NoAnswerError
    agrees = whole.agrees is not False
    return [_Piece(kept, agrees), _Piece(left_out.places, not agrees)]


def _piece(part: Sequence[Token], shown: Shown) -> _Piece:
    ways = _LETTING_GO if shown.kind is OfferKind.RETRACT else _KEEPING
    kinds = {token.kind for token in part}
    places = shown.find_places(part)
    if not kinds <= ways.keys() | _ASIDE or places is None:
        raise _NoAnswerError
    orders = {ways[kind] for kind in kinds & {"keep", "drop"}}
    said = {ways[kind] for kind in kinds & ways.keys() - {"keep", "drop"}}
    if not kinds & {"not", "dont"}:
        said |= orders
    elif orders or places or "dont" in kinds:  # "don't keep it", "not the second"
        said |= {not order for order in orders} or {False}
    else:
        raise _NoAnswerError
    if len(said) > 1:
        raise _NoAnswerError
    return _Piece(places, said.pop() if said else None, "only" in kinds, "rest" in kinds)


def _weigh(pieces: Sequence[_Piece], shown: Shown) -> ReadAnswer | None:
    whole = {piece.agrees for piece in pieces if not piece.places and not piece.rest and piece.agrees is not None}
    named = [piece for piece in pieces if piece.places]
    rest = {piece.agrees for piece in pieces if piece.rest}
    if len(whole) > 1 or any(piece.only and not piece.places and piece.agrees is not False for piece in pieces):
        return None
    general = whole.pop() if whole else None
    if not named:
        return None if general is None or rest else _of_all(shown, agrees=general)
    yes, no = _sides(named, general)
    others = set(shown.places) - yes - no
    if rest:
        if len(rest) > 1 or None in rest:
            return None
        (yes if rest.pop() else no).update(others)
    elif any(piece.only and piece.agrees is not False for piece in named):
        no |= others
    elif general and not yes:  # "yes, but not the second"
        yes = others
    return _of_some(yes, no, shown)


def _sides(named: Sequence[_Piece], general: bool | None) -> tuple[set[int], set[int]]:  # noqa: FBT001  # the way of the whole
    yes: set[int] = set()
    no: set[int] = set()
    for piece in named:
        unsaid = piece.agrees is None and not piece.only
        if unsaid and (no or general is False):  # "not 1, 2", "no, the second": which way is meant, nobody said
            raise _NoAnswerError
        (no if piece.agrees is False else yes).update(piece.places)
    if yes & no:
        raise _NoAnswerError
    return yes, no


def _of_all(shown: Shown, *, agrees: bool) -> ReadAnswer:
    return ReadAnswer(Says.YES, yes=shown.places) if agrees else ReadAnswer(Says.NO, no=shown.places)


def _of_some(yes: set[int], no: set[int], shown: Shown) -> ReadAnswer | None:
    for side, agrees in ((yes, True), (no, False)):
        if side == set(shown.places):
            return _of_all(shown, agrees=agrees)
    return ReadAnswer(Says.SOME, tuple(sorted(yes)), tuple(sorted(no))) if yes or no else None


def _which_stands(found: ReadAnswer | None, *, is_named: bool) -> ReadAnswer | None:
    """Of two that cannot both be meant: when one goes the other stands; a no keeps what is known; a yes tells none."""
    if found is None or (found.says is Says.YES and is_named):
        return found
    if found.says is Says.YES:
        return ReadAnswer(Says.WHICH)
    if found.says is Says.NO:
        return ReadAnswer(Says.SOME, yes=(KNOWN,), no=(NEW,))
    stands = found.yes or tuple(place for place in (KNOWN, NEW) if place not in found.no)
    return ReadAnswer(Says.SOME, yes=stands, no=tuple(place for place in (KNOWN, NEW) if place not in stands))


# ---- a yes, and more ---------------------------------------------------------------------------------------------


def _read_with_more(words: Words, text: str, shown: Shown) -> ReadAnswer | None:
    """A yes with a fact of its own behind it: "keep both, and my dentist is called Ona"."""
    tokens = words.cut(text)
    for at in range(1, len(tokens)):
        joint, behind = _joint(tokens, at)
        if not joint or behind >= len(tokens) or tokens[behind].text not in words.lists["first_person"]:
            continue
        answer = _parse(tokens[:at], shown)
        if answer is not None and answer.yes and ("also" in joint or _is_outright(tokens[:at])):
            return replace(answer, further=text[tokens[behind].start :])
    return None


def _joint(tokens: Sequence[Token], at: int) -> tuple[set[str], int]:
    """What joins a further sentence to an answer here, and where that sentence begins."""
    behind = at
    while behind < len(tokens) and tokens[behind].kind in (STOP, "also"):
        behind += 1
    return {token.kind for token in tokens[at:behind]}, behind


def _is_outright(front: Sequence[Token]) -> bool:
    """It says what the yes is to, so that what stands behind it can be no reason, doubt or wish about it."""
    return any(token.kind in ("keep", "all", "ordinal", "last") for token in front)
