"""Orders that what was told last be not written down: "don't write that down", "schreib das nicht auf"."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.folding import fold
from shared.text.patterns import APOSTROPHE

MOST = 120
"""Letters; nobody orders that in more."""


def is_not_to_be_written(line: str) -> bool:
    """Whether the whole line says so."""
    return len(line) <= MOST and _form().fullmatch(fold(line.replace(APOSTROPHE, "'"))) is not None


@cache
def _form() -> re.Pattern[str]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    around = rf"(?:{table['around']}\b\W+){{0,3}}"
    behind = rf"(?:\W+{table['around']}\b){{0,2}}"
    return re.compile(rf"\W*{around}(?:{'|'.join(table['orders'])})\b{behind}\W*")
