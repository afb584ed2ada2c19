"""Sums that are asked in figures: "what is 17 * 23?", "15 % von 80", "cuánto es 5 por 6"."""

import re
from collections.abc import Sequence
from fractions import Fraction

from shared.offline.fixed_answers.table import SUM, Table, matches_phrase, parse_phrase, words_of
from shared.text.comparable import fold_text

MOST_TOKENS, MOST_DIGITS, MOST_POWER = 25, 15, 64
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[-+*/^()%=?!.,×÷:·−–]|[^\W\d_]+|\S")  # noqa: RUF001  # signs as people type them
_SIGNS = {"×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-"}  # noqa: RUF001
_SHOWN = {"*": "×", "of": "×", "/": "÷", "-": "\N{MINUS SIGN}"}  # noqa: RUF001
_FIRST = re.compile(r"[-(−]?\s*\d")  # noqa: RUF001
_ENDS = frozenset("=?!.")
_SURE = frozenset("+*×÷^=?%")  # noqa: RUF001
_PLACES = 4
_SPACED = re.compile(r"\d\s+[-/:−–]\s+\d")  # noqa: RUF001


def work_out(text: str, table: Table, language: str) -> str | None:
    """The sum and what it comes to; nothing where the text is none."""
    if not any(letter.isdigit() for letter in text) or len(text) > 10 * MOST_TOKENS:
        return None
    plain = fold_text(text)
    first = _FIRST.search(plain)
    begin = first.start() if first else len(plain)
    written = _TOKEN.findall(plain[begin:])
    while written and written[-1] in _ENDS:
        written.pop()
    asked, tokens = plain[:begin].strip(), _signs(written, table)
    if not 1 < len(tokens) <= MOST_TOKENS or not (_is_asked(asked, table) if asked else _is_sure(text)):
        return None
    sum_ = _Sum(tokens, language)
    try:
        result = sum_.expression()
    except ZeroDivisionError:
        return f"{table.by_zero}."
    except ValueError:
        return None
    return None if sum_.rest or not sum_.counts else f"{sum_.shown} {_told(result, language)}"


def _is_asked(asked: str, table: Table) -> bool:
    words = words_of(asked)
    while words and words[0] in table.lead:
        if any(matches_phrase(parse_phrase(one), words, table.own) for one in table.answers[SUM].asked):
            return True
        words = words[1:]
    return not words or any(matches_phrase(parse_phrase(one), words, table.own) for one in table.answers[SUM].asked)


def _is_sure(text: str) -> bool:
    """Figures alone are a score, a day or a telephone's number as well, unless a sign says that they are a sum."""
    return not _SURE.isdisjoint(text) or " x " in text or _SPACED.search(text) is not None


def _signs(written: Sequence[str], table: Table) -> list[str]:
    """Figures and signs; nothing where there is any other word."""
    tokens: list[str] = []
    at = 0
    while at < len(written):
        length = next((n for n in (4, 3, 2, 1) if tuple(written[at : at + n]) in table.operators), 0)
        if length:
            tokens += table.operators[tuple(written[at : at + length])].split()
        elif written[at].isalpha():
            return []
        else:
            tokens.append(_SIGNS.get(written[at], written[at]))
        at += length or 1
    return tokens


class _Sum:
    """Reads the figures from left to right, products before sums."""

    def __init__(self, tokens: Sequence[str], language: str) -> None:
        self.rest = list(tokens)
        self.counts = 0
        """How many operations there were."""
        self._language = language
        self.shown = f"{_shown(tokens)} ="

    def expression(self) -> Fraction:
        """One or more products, added up."""
        value = self._product()
        while self.rest and self.rest[0] in "+-":
            sign = self._take()
            other = self._product()
            value = value + other if sign == "+" else value - other
        return value

    def _product(self) -> Fraction:
        value = self._power()
        while self.rest and self.rest[0] in "*/":
            sign = self._take()
            other = self._power()
            value = value * other if sign == "*" else value / other
        return value

    def _power(self) -> Fraction:
        base = self._figure()
        if self.rest[:1] != ["^"]:
            return base
        self._take()
        exponent = self._figure()
        if exponent.denominator != 1 or abs(exponent) > MOST_POWER:
            raise ValueError
        return Fraction(base ** int(exponent))

    def _figure(self) -> Fraction:
        if not self.rest:
            raise ValueError
        sign = self.rest.pop(0)
        if sign == "-":
            return -self._figure()
        if sign == "(":
            value = self.expression()
            if self.rest[:1] != [")"]:
                raise ValueError
            self.rest.pop(0)
            return value
        value = _number(sign, self._language)
        if self.rest[:2] == ["%", "of"]:
            self.rest[:2] = ["*"]
            return value / 100
        return value

    def _take(self) -> str:
        self.counts += 1
        return self.rest.pop(0)


def _shown(signs: Sequence[str]) -> str:
    return " ".join(_SHOWN.get(sign, sign) for sign in signs).replace("( ", "(").replace(" )", ")")


def _number(token: str, language: str) -> Fraction:
    """As it is written where the language is spoken: 1,000.5 or 1.000,5."""
    if not token[0].isdigit() or sum(map(str.isdigit, token)) > MOST_DIGITS:
        raise ValueError
    thousands, point = (",", ".") if language == "en" else (".", ",")
    groups = token.split(thousands)
    if len(groups) > 1 and (point in groups[0] or any(len(group.split(point)[0]) != 3 for group in groups[1:])):  # noqa: PLR2004
        return Fraction(token.replace(thousands, "."))  # 3.5 in a language that writes 3,5
    return Fraction("".join(groups).replace(point, "."))


def _told(value: Fraction, language: str) -> str:
    if value.denominator == 1:
        return str(value.numerator).replace("-", "\N{MINUS SIGN}") + "."
    rounded = round(value, _PLACES)
    text = f"{float(rounded):.{_PLACES}f}".rstrip("0").rstrip(".").replace("-", "\N{MINUS SIGN}")
    text = text if language == "en" else text.replace(".", ",")
    about = "" if rounded == value else "≈ "
    return f"{about}{text}."
