"""Draws where an assertion may stand, and what moves it, out of the tables that the code goes by.

Mermaid in Markdown, and no picture file: code hosts draw it where it stands, a terminal and a review show the arrows as
lines of text, and nothing has to be installed to make it anew.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from services.memory.assertions.assertion import EVENTS, IN_PLACE, MADE, MOVES, SETTING_ASIDE, SILENT, Event, Move
from shared.contracts.assertions import Force

FILE = Path(__file__).resolve().parents[2] / "docs" / "architecture" / "force.md"
HEAD = """\
# The force of an assertion

Drawn by `make docs` from `MADE`, `MOVES` and `IN_PLACE` of `services/memory/assertions/assertion.py`; do not edit.
What is not drawn is refused.
"""
RESTORED = sorted({before for before, move in MOVES if MOVES[before, move] is Force.RETRACTED})
"""What `restore` may give back: each force from which something can be taken back."""


def force_text() -> str:
    """The page as it stands in docs/architecture/force.md."""
    return "\n".join([HEAD, *_drawing(), "", *_notes(), "", *_table()]) + "\n"


def _drawing() -> Iterator[str]:
    yield "```mermaid"
    yield "stateDiagram-v2"
    yield "    direction LR"
    for force in sorted({*MADE.values()}):
        yield _arrow("[*]", force, (move for move, made in MADE.items() if made is force))
    for before, after in sorted({(before, after) for (before, _), after in MOVES.items()}):
        yield _arrow(before, after, (m for (b, m), a in MOVES.items() if (b, a) == (before, after)))
    for force in RESTORED:
        yield f"    retracted --> {force}: restore, if it was {force}"
    for force in Force:
        yield f"    {force} --> [*]: erase"
    yield "```"


def _arrow(before: str, after: str, moves: Iterable[Move]) -> str:
    return f"    {before} --> {after}: {' / '.join(moves)}"


def _notes() -> Iterator[str]:
    yield f"Leave force and text as they are, while it is not retracted: {_named(IN_PLACE)}."
    yield f"Leaves no row of history: {_named(SILENT)}. Erasing is not a move: it removes."
    yield f"Whether it is in use is an axis of its own, of what is committed: {_named(SETTING_ASIDE)}."
    yield "Whatever the person does with what was set aside brings it back into use; else it is erased after a while."


def _named(moves: Iterable[Move]) -> str:
    return ", ".join(f"`{move}`" for move in sorted(moves))


def _table() -> Iterator[str]:
    yield "| move | from | to | history |"
    yield "| --- | --- | --- | --- |"
    for made, force in MADE.items():
        yield _row(made, "", force)
    for (before, move), after in MOVES.items():
        yield _row(move, before, after)
    yield _row(Move.RESTORE, Force.RETRACTED, "what it was before")


def _row(move: Move, before: str, after: str) -> str:
    return f"| {move} | {before} | {after} | {EVENTS.get(move, Event.UPDATE)} |"
