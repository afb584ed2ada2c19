"""What a line asks for in so many words: all that is known, that nothing is written, that what is offered goes."""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from shared.text.comparable import fold_text
from shared.text.own_words import part_words
from shared.text.pattern_files import APOSTROPHE, load_patterns

MOST_READ = 400
"""Characters that are looked at."""

_FILE = Path(__file__).with_name("asked_for_all.toml")


def asks_for_all(text: str) -> bool:
    """Whether it asks for everything that is known rather than for something."""
    return load_patterns("all", _FILE)["everything"].search(lowered_beginning(text)) is not None


def asks_for_all_here(text: str) -> bool:
    """The same, of the project that one is in."""
    return asks_for_all(text) and load_patterns("all", _FILE)["here"].search(lowered_beginning(text)) is not None


def only_answers(text: str) -> bool:
    """Whether it is an answer to something and tells nothing by itself: "sí", "yes please", "the second one"."""
    return load_patterns("answers", _FILE)["only"].fullmatch(lowered_beginning(text)) is not None


def lowered_beginning(text: str) -> str:
    """The beginning of what the person says themself."""
    return part_words(text).own[:MOST_READ].lower().replace(APOSTROPHE, "'")


def asks_of_before(text: str) -> bool:
    """Whether it asks for what was so, not for what is."""
    return load_patterns("before", _FILE)["words"].search(lowered_beginning(text)) is not None


def asked_of_now(text: str) -> str:
    """The same question as if it were asked of today: "where did I live before?" is "where did I live?"."""
    return " ".join(load_patterns("before", _FILE)["words"].sub(" ", lowered_beginning(text)).split())


MOST = 120
"""Letters; nobody orders that in more."""

A_FEW_WORDS = 5


def is_not_to_be_written(line: str) -> bool:
    """Whether the whole line says so, with a few words of why."""
    plain = fold_text(line.replace(APOSTROPHE, "'"))
    order, _, why = plain.partition(",")
    said = [plain, order] if len(why.split()) <= A_FEW_WORDS else [plain]
    return len(line) <= MOST and any(map(_form().fullmatch, said))


def tells_unwritten(line: str, *, is_answering: bool = False) -> bool:
    """Whether such an order, or that it stays between us, stands at an end of what the line tells.

    Behind the words, where a question is open, it speaks of what was asked.
    """
    plain = fold_text(line.replace(APOSTROPHE, "'"))
    front, _, told = plain.partition(":")
    if told.strip() and _form().fullmatch(front):
        return True
    parts = [part for part in _PARTS.split(plain) if part and part.strip()]
    if len(parts) < _WITH_WORDS:
        return False
    ends = parts[:1] if is_answering else [parts[0], parts[-1]]
    return any(map(_between_us().fullmatch, ends)) or (not is_answering and _form().fullmatch(parts[-1]) is not None)


_WITH_WORDS = 2
_PARTS = re.compile(r"[:;,.!?\n]+(?:\s|$)|\s[-\u2013\u2014]+\s|,?\s(?=(?:but|aber|pero)\s)")


@cache
def _between_us() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{'|'.join(_unwritten()['between_us'])})\W*")


@cache
def _unwritten() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("not_written.toml").read_text(encoding="utf-8"))


@cache
def _form() -> re.Pattern[str]:
    table = _unwritten()
    around = rf"(?:{table['around']}\b\W+){{0,3}}"
    behind = rf"(?:\W+{table['around']}\b){{0,2}}"
    return re.compile(rf"\W*{around}(?:{'|'.join(table['orders'])})\b{behind}\W*")


MOST_ORDERED = 400
"""Letters; nobody orders that in more."""

_WORD = re.compile(r"[^\W_]+")
_KEEPS = (
    r"(?:keep|save|store|remember|rest|others?|yes|yep|sure|behalt\w*|merk\w*|speicher\w*|ander\w+|ja"
    r"|guard\w+|conserv\w+|demas|otr[oa]s?|si)"
)


@cache
def _removals() -> dict[str, re.Pattern[str]]:
    table = tomllib.loads(Path(__file__).with_name("delete_orders.toml").read_text(encoding="utf-8"))
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
    found = (_named_by(part) for part in _parts(text[:MOST_ORDERED]))
    return tuple(what for what in found if what is not None)


def only_removes(text: str) -> bool:
    """Whether something is to go, and nothing is said of what is to stay."""
    parts = _parts(text[:MOST_ORDERED])
    goes = [_named_by(part) is not None for part in parts]
    return any(goes) and not any(_keeps(part) for part, going in zip(parts, goes, strict=True) if not going)


def _keeps(part: str) -> bool:
    """A yes alone keeps nothing when what comes after it is to go: "yes, delete it"."""
    return _removals()["keeps"].search(_plain(part)) is not None and len(part.split()) > 1


def _parts(text: str) -> list[str]:
    """Of a line, where one thing ends and another begins, with their own accents."""
    plain, begin, parts = _plain(text), 0, list[str]()
    for cut in _removals()["parts"].finditer(plain):
        parts.append(text[begin : cut.start()].strip())
        begin = cut.end()
    return [part for part in (*parts, text[begin:].strip()) if part]


def _named_by(part: str) -> str | None:
    found = _removals()["order"].match(_plain(part))
    if found is None:
        return None
    what = part[found.end() :].strip()
    telling = [word for word in _WORD.findall(_plain(what)) if not _removals()["pointing"].fullmatch(word)]
    return what if telling else ""


def _plain(text: str) -> str:
    """Letter by letter without case and accents, so that it is as long as it was."""
    return "".join(unicodedata.normalize("NFD", letter.lower())[0] for letter in text.replace("\u2019", "'"))
