"""Long texts fall into stretches, each of which can be found by itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 480
"""Characters: what the embedder reads to the end, and a person at a glance."""
MOST = 64
"""Stretches of one text; what comes after them stays in the talk, and is not found."""

_END = re.compile("[.!?\u2026\u3002\uff01\uff1f]+[\"'\u201d\u00bb)\\]]*\\s+|\\n+")


@dataclass(frozen=True, slots=True)
class Passage:
    """From where to where it goes in the text that it is of."""

    begins: int
    ends: int

    def of(self, text: str) -> str:
        """Its words."""
        return text[self.begins : self.ends]


def split_into_passages(text: str) -> list[Passage]:
    """Whole sentences as far as they go, in their order; nothing for what is empty."""
    found: list[Passage] = []
    for sentence in _sentences(text):
        last = found[-1] if found else None
        if last is not None and sentence.ends - last.begins <= LONGEST:
            found[-1] = Passage(last.begins, sentence.ends)
        elif len(found) < MOST:
            found.append(sentence)
        else:
            break
    return [one for one in found if one.of(text).strip()]


def _sentences(text: str) -> Iterator[Passage]:
    begins = 0
    for end in _END.finditer(text):
        yield from _pieces(text, begins, end.end())
        begins = end.end()
    if begins < len(text):
        yield from _pieces(text, begins, len(text))


def _pieces(text: str, begins: int, ends: int) -> Iterator[Passage]:
    """A sentence that is too long is cut between two words, or where it must be."""
    while ends - begins > LONGEST:
        cut = text.rfind(" ", begins + LONGEST // 2, begins + LONGEST) + 1 or begins + LONGEST
        yield Passage(begins, cut)
        begins = cut
    yield Passage(begins, ends)
