"""Draws how a conversation may move, out of the table that the code goes by, beside the force of an assertion."""

from collections.abc import Iterator
from pathlib import Path

from services.memory.conversations.conversation_moves import ACTIVE, ARCHIVED, CONVERSATION_MOVES

FILE = Path(__file__).resolve().parents[2] / "docs" / "architecture" / "conversation.md"
HEAD = """\
# How a conversation ends

Drawn by `make docs` from `CONVERSATION_MOVES` of `services/memory/conversations/conversation_moves.py`; do not edit.
What is not drawn is refused.
"""


def conversation_text() -> str:
    """The page as it stands in docs/architecture/conversation.md."""
    return "\n".join([HEAD, *_drawing(), "", *_notes(), "", *_table()]) + "\n"


def _drawing() -> Iterator[str]:
    yield "```mermaid"
    yield "stateDiagram-v2"
    yield "    direction LR"
    yield f"    [*] --> {ACTIVE}: a line, when none is open"
    for before, after in dict.fromkeys((before, after) for (before, _), after in CONVERSATION_MOVES.items()):
        steps = (step for (b, step), a in CONVERSATION_MOVES.items() if (b, a) == (before, after))
        yield f"    {before} --> {after}: {' / '.join(steps)}"
    yield f"    {ARCHIVED} --> [*]: erase"
    yield "```"


def _notes() -> Iterator[str]:
    yield "A conversation in which nothing of substance was said goes from `active` to `archived` when it is closed."
    yield "`paused` is no state: an active conversation can be paused, and then nothing is said unasked."


def _table() -> Iterator[str]:
    yield "| step | from | to |"
    yield "| --- | --- | --- |"
    for (before, step), after in CONVERSATION_MOVES.items():
        yield f"| {step} | {before} | {after} |"
