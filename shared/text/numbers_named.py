"""Display numbers, where a text is nothing but these: "number 3 and 5", "Nr. 8", "los números 1, 4 y 9"."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.comparable import fold_text

_NUMBER = re.compile(r"(?<![^\W_])\d{1,6}(?![^\W_])")
_WORD = re.compile(r"[^\W_]+")


def numbers_named(text: str) -> tuple[int, ...]:
    """Each once, in their order; none where anything else is said."""
    plain = fold_text(text).replace("º", "o").replace("°", "o")
    rest = _WORD.findall(_NUMBER.sub(" ", plain))
    if not all(_around().fullmatch(word) for word in rest):
        return ()
    return tuple(dict.fromkeys(int(number) for number in _NUMBER.findall(plain)))


@cache
def _around() -> re.Pattern[str]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return re.compile("|".join(" ".join(table["around"]).split()))
