"""Orders that something known of the person goes, in so many words: "delete my number", "lo del té bórralo"."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.fold import fold_text
from shared.text.pattern_files import APOSTROPHE

MOST = 400
"""Letters that are looked at."""


def orders_forgetting(own: str, *, in_project: bool) -> bool:
    """Whether it is one; of a project's own notes nothing is a memory of them, so there it has to name the person."""
    text = fold_text(own[:MOST].replace(APOSTROPHE, "'"))
    if in_project:
        return _forms()["of_them"].match(text) is not None
    return any(_forms()[name].match(text) for name in ("delete", "unlearn", "last"))


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    lead = rf"\W*(?:{table['lead']}\b\W+){{0,5}}"
    return {
        "delete": re.compile(rf"{lead}(?:{table['forget']}|{table['delete']})\b(?!\W+{table['no_object']}\b)(?=\W*\w)"),
        "of_them": re.compile(rf"{lead}{table['forget']}\b\W+{table['of_them']}"),
        "unlearn": re.compile(rf"{lead}(?:{'|'.join(table['unlearn'])})\W+{table['what']}"),
        "last": re.compile(rf"{lead}(?:{'|'.join(table['last'])})(?:\W+(?:please|bitte|por favor|mal|wieder))*\W*$"),
    }
