"""Orders that what was told be not written down: "don't write that down", "schreib das nicht auf: …"."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from shared.text.fold import fold_text
from shared.text.pattern_files import APOSTROPHE

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
    return re.compile(rf"\W*(?:{'|'.join(_table()['between_us'])})\W*")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _form() -> re.Pattern[str]:
    table = _table()
    around = rf"(?:{table['around']}\b\W+){{0,3}}"
    behind = rf"(?:\W+{table['around']}\b){{0,2}}"
    return re.compile(rf"\W*{around}(?:{'|'.join(table['orders'])})\b{behind}\W*")
