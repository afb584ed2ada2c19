"""Lines that ask to end the conversation: all of the line says so, or none of it does. A farewell alone is none."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.comparable import fold_text
from shared.text.own_words import part_words

MOST = 120
"""Letters; nobody orders that in more."""
_MARKS = re.compile(r"[\u2018\u2019]")
_PLEASE = re.compile(r"\W+(?:please|bitte|por favor)\b,?\s*(?=\w)")
"""In the midst of an order it changes nothing; before and behind it is courtesy like any other."""


def orders_closing(line: str) -> bool:
    """Whether the whole line does, in the person's own words."""
    own = part_words(line).own
    return len(own) <= MOST and _form().fullmatch(_PLEASE.sub(" ", fold_text(_MARKS.sub("'", own)))) is not None


@cache
def _form() -> re.Pattern[str]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    around = rf"(?:{table['around']}\b\W+){{0,4}}"
    behind = rf"(?:\W+{table['around']}\b){{0,4}}"
    return re.compile(rf"\W*{around}(?:{'|'.join(table['orders'])})\b{behind}\W*")
