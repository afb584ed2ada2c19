"""Questions about oneself, and which statements answer them although they share no word: "how old am I?"."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.comparable import comparable_form, fold_text

_APOSTROPHES = str.maketrans("", "", "'\u2019")


@cache
def _subjects() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple((_any(table["questions"]), _any(table["answers"])) for table in tables.values())


def _any(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(forms)})")


def _plain(text: str) -> str:
    return fold_text(text).translate(_APOSTROPHES)


def answers_question(question: str, statement: str) -> bool:
    """Whether the statement is of the kind that the question asks for."""
    asked, told = _plain(question), _plain(comparable_form(statement))
    return any(one.search(asked) and other.search(told) for one, other in _subjects())
