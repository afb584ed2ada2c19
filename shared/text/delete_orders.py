"""Orders that something is to go: "delete it", "weg damit", "bórralo". To an offer to remember these are never a yes.

The words are in `delete_orders.toml`.
"""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

MOST = 400
"""Letters; nobody orders that in more."""
_WORD = re.compile(r"[^\W_]+")
_KEEPS = (
    r"(?:keep|save|store|remember|rest|others?|yes|yep|sure|behalt\w*|merk\w*|speicher\w*|ander\w+|ja"
    r"|guard\w+|conserv\w+|demas|otr[oa]s?|si)"
)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    order = rf"{table['lead']}(?:{'|'.join(table['verb'])})(?!\w)"
    return {
        "order": re.compile(rf"\W*{order}"),
        "pointing": re.compile(table["pointing"]),
        "parts": re.compile(
            r"[.;:!?\n]+|,(?! ?(?:dass|das ich|was|that|que|what)\b)"
            rf"|\b(?:and|but|und|aber|y|pero)\b(?= (?:{_KEEPS}\b|{order}))"
        ),
        "keeps": re.compile(rf"\b{_KEEPS}\b"),
    }


def removals_named(text: str) -> tuple[str, ...]:
    """What each order names that is to go, in the words said; empty where it only points at what was asked about."""
    found = (_named_by(part) for part in _parts(text[:MOST]))
    return tuple(what for what in found if what is not None)


def only_removes(text: str) -> bool:
    """Whether something is to go, and nothing is said of what is to stay."""
    parts = _parts(text[:MOST])
    goes = [_named_by(part) is not None for part in parts]
    return any(goes) and not any(_keeps(part) for part, going in zip(parts, goes, strict=True) if not going)


def _keeps(part: str) -> bool:
    """A yes alone keeps nothing when what comes after it is to go: "yes, delete it"."""
    return _patterns()["keeps"].search(_plain(part)) is not None and len(part.split()) > 1


def _parts(text: str) -> list[str]:
    """Of a line, where one thing ends and another begins, with their own accents."""
    plain, begin, parts = _plain(text), 0, list[str]()
    for cut in _patterns()["parts"].finditer(plain):
        parts.append(text[begin : cut.start()].strip())
        begin = cut.end()
    return [part for part in (*parts, text[begin:].strip()) if part]


def _named_by(part: str) -> str | None:
    found = _patterns()["order"].match(_plain(part))
    if found is None:
        return None
    what = part[found.end() :].strip()
    telling = [word for word in _WORD.findall(_plain(what)) if not _patterns()["pointing"].fullmatch(word)]
    return what if telling else ""


def _plain(text: str) -> str:
    """Letter by letter without case and accents, so that it is as long as it was."""
    return "".join(unicodedata.normalize("NFD", letter.lower())[0] for letter in text.replace("\u2019", "'"))
