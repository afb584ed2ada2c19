"""How much of the conversation one answer carries."""

from collections.abc import Sequence

from shared.queries import TurnList, TurnView

MOST_CHARACTERS = 200_000
"""An answer must fit into one message of the broker (1 MB) even where a character takes four bytes."""


def page(newest_first: Sequence[TurnView], limit: int, waiting: Sequence[TurnView] = ()) -> TurnList:
    """As many of the newest turns as are wanted and fit, oldest first, and where to go on if there are more."""
    shown, size = 0, sum(len(text) for view in waiting for text in view.said)
    for view in newest_first[:limit]:
        size += sum(map(len, view.said)) + (len(view.closed.reply) if view.closed else 0)
        if shown and size > MOST_CHARACTERS:
            break
        shown += 1
    more = len(newest_first) > shown
    kept = newest_first[:shown]
    return TurnList(turns=(*reversed(kept), *waiting), before=kept[-1].turn_id if more else None)
