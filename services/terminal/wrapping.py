"""Breaks lines between words, where a terminal would break them anywhere."""

import re
import shutil
import sys
import unicodedata

_TOKEN = re.compile(r"\n|[^\S\n]+|\S+")
_COLOUR = re.compile("\x1b\\[[0-9]*m")
_WIDE = frozenset("WF")


def wrap_text(text: str) -> str:
    """The text in lines that fit the terminal; as it is where there is none."""
    breaker = LineBreaker()
    return breaker.take(text) + breaker.end()


class LineBreaker:
    """The same for a text that comes in pieces: what may be half a word is held back until the next."""

    def __init__(self, width: int | None = None) -> None:
        on_terminal = sys.stdout.isatty()
        self._width = width or (shutil.get_terminal_size().columns if on_terminal else 0)
        self._column = 0
        self._space = ""
        self._word = ""

    def take(self, text: str) -> str:
        """What can be shown now."""
        if not self._width:
            return text
        shown = ""
        for part in _TOKEN.findall(text):
            if part.isspace():
                shown += self._placed()
                self._space += part if part != "\n" else ""
                shown += self._broken() if part == "\n" else ""
            else:
                self._word += part
        return shown

    def end(self) -> str:
        """What is left when nothing follows."""
        return self._placed()

    def _placed(self) -> str:
        if not self._word:
            return ""
        word, space = self._word, self._space
        self._word = self._space = ""
        fits = self._column + len(space) + _columns(word) <= self._width
        if not fits and self._column:
            self._column, space = 0, "\n"
        self._column += _columns(word) + (len(space) if space != "\n" else 0)
        return space + word

    def _broken(self) -> str:
        self._column, self._space = 0, ""
        return "\n"


def _columns(word: str) -> int:
    """How many columns it takes; colours and signs that stand above others take none."""
    bare = (sign for sign in _COLOUR.sub("", word) if not unicodedata.combining(sign))
    return sum(2 if unicodedata.east_asian_width(sign) in _WIDE else 1 for sign in bare)
