"""Which of the offered items are to go: "forget the violin and the car" says nothing of the others."""

from collections.abc import Sequence

from shared.offline.selecting import places_named
from shared.offline.stems import overlap
from shared.text.delete_orders import removals


def taken_out(own: str, items: Sequence[str], numbers: Sequence[int]) -> tuple[int, ...] | None:
    """Their places, none for all that was offered; nothing where something else is to be forgotten."""
    named = [what for what in removals(own) if what]
    if not named:
        return ()
    if len(items) == 1:
        return () if any(overlap(what.lower(), items[0]) > 0 for what in named) else None
    gone = set[int]().union(*(places_named(what, items, numbers) for what in named))
    if not gone:
        return None
    return () if len(gone) == len(items) else tuple(sorted(gone))
