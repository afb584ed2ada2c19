"""Passwords, PINs, codes, keys and card numbers in what a person says: what is never kept, and not used either.

The signs are in `secret_words.toml`. Numbers of cards and accounts count only with the right check digits.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

_DIGITS = re.compile(r"(?<![\w.,])\d(?:[ -]?\d){12,18}(?![\w])")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b")
_CARDS = "3456"
"""With which the numbers of payment cards begin."""
_SHORTEST_ACCOUNT = 15
_PIN = r"\W{0,2}\d(?:[ -]?\d){2,7}(?!\d|[.,]\d)"
_VALUE = r"[\"'“”„«»‘’]?(?P<value>[^\s\"“”„«»]{3,64})"  # noqa: RUF001  # as people quote
_CODE_FIRST = r"(?<!\w)\d(?:[ -]?\d){3,7} (?:is|ist|es) (?:my|mein\w*|mi|the|der|die|el|la|your|dein\w*|tu) "


@cache
def _signs() -> dict[str, str]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    signs = _signs()
    patterns = {
        "password": rf"\b{signs['password']}{signs['is']}{_VALUE}",
        "number": rf"\b{signs['number']}{signs['is']}{_PIN}|\b{signs['number']}:? ?\d(?:[ -]?\d){{3,7}}(?!\d)",
        "first": rf"{_CODE_FIRST}(?:\w+ )?{signs['number']}\b",
        "key": signs["key"],
    }
    return re.compile(patterns[name], re.IGNORECASE if name != "key" else 0)


def holds_secret(text: str) -> bool:
    """Whether it tells something that opens a door, an account or a purse."""
    if not _may_hold(text):
        return False
    if any(_pattern(name).search(text) for name in ("number", "first", "key")):
        return True
    if any(_is_value(found["value"], text[found.end() :]) for found in _pattern("password").finditer(text)):
        return True
    return any(map(_is_card, _DIGITS.findall(text))) or any(map(_is_account, _ACCOUNT.findall(text)))


def _may_hold(text: str) -> bool:
    """Cheap, for every line of a talk is looked at again and again: most have neither such a word nor many figures."""
    lowered = text.casefold()
    return any(sign in lowered for sign in _HINTS) or len(_FIGURE.findall(text)) >= _SHORTEST_CODE


_HINTS = (
    "pass",
    "wort",
    "parole",
    "contrase",
    "clave",
    "pwd",
    "key",
    "token",
    "schl",
    "seed",
    "wallet",
    "recovery",
    "sk-",
    "sk_",
)
_FIGURE = re.compile(r"\d")
_SHORTEST_CODE = 3


def _is_value(word: str, after: str) -> bool:
    """What a password looks like: signs or figures in it, or one word, and nothing behind it."""
    bare = word.strip(".,;:!?'")
    if bare.casefold() in _ordinary() or word.endswith("?") or not bare:
        return False
    if re.search(r"\d|[^\w'’-]|_", bare) or re.search(r"[a-zäöüñ][A-ZÄÖÜÑ]", bare):  # noqa: RUF001
        return True
    return re.match(r"[\"'“”„«»‘’]?\s*(?:$|[.,;!\n])", after) is not None  # noqa: RUF001


@cache
def _ordinary() -> frozenset[str]:
    return frozenset(_signs()["ordinary"].split())


def _is_card(number: str) -> bool:
    digits = [int(digit) for digit in number if digit.isdigit()]
    doubled = (digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2])  # noqa: PLR2004  # the sum of its two figures
    return number[0] in _CARDS and (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


def _is_account(number: str) -> bool:
    plain = number.replace(" ", "")
    if len(plain) < _SHORTEST_ACCOUNT:
        return False
    return int("".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])) % 97 == 1
