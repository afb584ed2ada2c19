"""What changed in committed memory since a conversation last saw it, in at most three lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.contracts.assertions import Force

MOST_LINES = 3
_BACK = frozenset({"restore", "keep"})
_OF_THREADS = frozenset({"resolve_thread", "reopen_thread", "edit_thread"})
"""The memory itself stays as it was."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One change of an assertion, with how it reads now; none when its text is no longer to be shown."""

    display_number: int | None
    """None where numbers are nothing for the asker: they count what is not shown, too."""
    category: str
    importance: int
    verb: str
    force_from: str | None
    force_to: str
    content: str | None


def delta_header(moved: Sequence[Moved], since: int) -> str:
    """The delta header; empty when nothing that counts has changed."""
    lines = [line for line in map(_line, moved) if line]
    if not lines:
        return ""
    shown = lines[:MOST_LINES]
    more = len(lines) - len(shown)
    return "\n".join([f"Memory updates since rev {since}:", *shown, *([f"and {more} more"] if more else [])])


def _line(change: Moved) -> str | None:
    now_known, was_known = change.force_to == Force.COMMITTED, change.force_from == Force.COMMITTED
    category = change.category.capitalize()
    if change.verb in _OF_THREADS:
        return None
    if change.verb == "soft_delete":  # and not kept since: then that is told
        return None if change.content is not None else f"soft_deleted [{category}] {_name(change)}"
    if now_known and change.content is not None:
        sign = "↺" if change.verb in _BACK else "↑" if was_known else "+"
        return f"{sign}[{category}] {change.content} (imp={change.importance})"
    if was_known and not now_known:
        return f"\N{MINUS SIGN}[{category}] {_name(change)}"
    return None


def _name(change: Moved) -> str:
    return "one memory" if change.display_number is None else f"number {change.display_number}"
