"""Makes what a model says fit to be shown and stored, piece by piece as it comes."""

import re
import unicodedata
from itertools import pairwise

from shared.text.visible_text import visible_text

MOST = 20_000
"""Characters of one reply; what a model says beyond them is let go."""
_KEPT_CONTROLS = "\n\t"
_CLOSERS = "[\"”“»’')\\]*_]*"  # noqa: RUF001  # as people close a quotation
_SENTENCE_END = re.compile(rf"[.!?…。！？؟]{_CLOSERS}(?=\s)|\n")  # noqa: RUF001  # the marks of other scripts
_ASKS = re.compile(rf"[?？؟]{_CLOSERS}\s*\Z")  # noqa: RUF001  # the marks of other scripts
_HIGH_HALVES = ("\ud800", "\udbff")


_QUESTION_MARKS = "?？؟"  # noqa: RUF001  # the marks of other scripts


def asks_anywhere(text: str) -> bool:
    """Whether there is a question in it."""
    return any(mark in text for mark in _QUESTION_MARKS)


def ends_in_question(text: str) -> bool:
    """Whether it ends in a question."""
    return _ASKS.search(text[-20:]) is not None


class Prose:
    """What a model says, clean; without its questions, where the reply ends in a question of ours."""

    def __init__(self, *, ask: bool) -> None:
        self._ask = ask
        self._half = ""
        """The first half of a character that was cut in two between pieces."""
        self._sentence = ""
        """What was said of a sentence whose end is not there yet."""
        self._space = ""
        """Spaces that only count when something follows."""
        self._length = 0

    def take(self, piece: str) -> str:
        """What can be shown now."""
        text = self._whole(piece)
        return self._counted(text if self._ask else self._statements(text))

    def end(self) -> str:
        """What is left when nothing follows."""
        sentence, self._sentence = self._sentence, ""
        return self._counted("" if ends_in_question(sentence) else sentence)

    def _whole(self, piece: str) -> str:
        text, self._half = self._half + piece, ""
        if text and _HIGH_HALVES[0] <= text[-1] <= _HIGH_HALVES[1]:
            text, self._half = text[:-1], text[-1]
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
        return "".join(filter(_is_shown, visible_text(joined)))

    def _statements(self, text: str) -> str:
        text, self._sentence = self._sentence + text, ""
        ends = [0, *(found.end() for found in _SENTENCE_END.finditer(text))]
        self._sentence = text[ends[-1] :]
        sentences = (text[start:end] for start, end in pairwise(ends))
        return "".join(sentence for sentence in sentences if not ends_in_question(sentence))

    def _counted(self, text: str) -> str:
        text = (self._space + text) if self._length else text.lstrip()
        bare = text.rstrip()
        self._space = text[len(bare) :]
        bare = bare[: MOST - self._length]
        self._length += len(bare)
        return bare


def _is_shown(character: str) -> bool:
    return character in _KEPT_CONTROLS or unicodedata.category(character) != "Cc"
