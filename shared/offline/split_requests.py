"""Cuts a line that asks for different things: a note to keep, something to forget, a question.

Only where a later piece begins with a word that asks for something by itself; what is told in one breath stays whole.
"""

import re
from collections.abc import Callable, Iterator

from shared.contracts.understanding import MOST_PARTS, Part, Reading
from shared.offline.engine_patterns import engine_patterns
from shared.offline.facts.cutting import has_subject

CONVERSATION = "general_conversation"
_P = engine_patterns("parting")
_WHOLE = "“…”"
"""Stands for what was quoted, which asks for nothing."""


def parts_of(own: str, reads: Callable[[str], Reading]) -> tuple[Part, ...]:
    """Two or three parts, each read by itself; none where all of it asks for one thing."""
    pieces = list(_pieces(own)) if _WHOLE not in own else []
    if not 1 < len(pieces) <= MOST_PARTS or not _stands_alone(pieces[0]):
        return ()
    parts = tuple(_part(piece, reads(piece)) for piece in pieces)
    asked = {part.intent for part in parts} - {CONVERSATION}
    return parts if len(asked) > 1 else ()


def _pieces(own: str) -> Iterator[str]:
    begin = 0
    for cut in _P["cut"].finditer(own):
        before = own[begin : cut.start()].strip()
        after = own[cut.end() :]
        tied_by_a_word = not cut["mark"].strip() and before[-1] not in ".!?"
        if not before or (tied_by_a_word and not _asks(before)) or not _asks(after):
            continue
        yield before
        begin = cut.end()
    if rest := own[begin:].strip():
        yield rest


def _stands_alone(first: str) -> bool:
    """It asks for something, or says something of somebody; "if I were vegan" and "before I go" only lead on."""
    return _asks(first) or (has_subject(first) and _P["leads_on"].match(first) is None)


def _asks(piece: str) -> bool:
    """It begins with a word that orders, or is a question."""
    if _P["order"].match(piece):
        return True
    question = _P["question"].match(piece) if _P["points_back"].match(piece) is None else None
    return question is not None and "?" in re.split(r"(?<=[.!?])\s", piece, maxsplit=1)[0]


def _part(piece: str, reading: Reading) -> Part:
    fields = {name: getattr(reading, name) for name in Part.model_fields if name != "text"}
    return Part.model_validate({**fields, "text": piece})
