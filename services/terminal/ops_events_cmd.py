"""`holdfast ops events`: what was done, by stage, operation and status, and how it went over time."""

import json
import re
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from services.terminal.terminal_error import SorryError
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.requests.ops import LONGEST_SECONDS, CountEvents, EventCount, EventCounts

BY = {"stage": "node", "operation": "operation", "status": "status", "category": "category"}
"""What counts are told by, and how the answer calls it."""
USUALLY = ("stage", "operation", "status")
LEAST_SECONDS = 60
_SINCE = re.compile(r"(\d{1,6})([smhd])", re.ASCII)
_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_HEIGHTS = "▁▂▃▄▅▆▇█"

NONE = "-"
Group = tuple[str, ...]


async def count_events(client: HoldfastClient, given: Namespace) -> str:
    """Asks, and tells it as a table or as JSON."""
    told = await client.ask(CountEvents(seconds=_seconds(given.since)))
    by = [name for name in BY if name in (given.by or USUALLY)]
    if given.json:
        return "\n".join(json.dumps(row) for row in _rows(told, by))
    return "\n".join(_table(told, by)) or "Nothing was done in that time."


def _seconds(since: str) -> int:
    found = _SINCE.fullmatch(since)
    seconds = int(found[1]) * _UNITS[found[2]] if found else 0
    if not LEAST_SECONDS <= seconds <= LONGEST_SECONDS:
        raise SorryError("Say since when: a minute to thirty days, as “10m”, “1h” or “7d”.")
    return seconds


def _group(count: EventCount, by: Sequence[str]) -> Group:
    return tuple(getattr(count, BY[name]) or NONE for name in by)


def _rows(told: EventCounts, by: Sequence[str]) -> Iterator[Mapping[str, object]]:
    """One for each stretch of time in which there was anything, oldest first."""
    sums: dict[tuple[str, Group], int] = defaultdict(int)
    for count in told.counts:
        sums[count.begins.isoformat(), _group(count, by)] += count.count
    for (begins, group), total in sums.items():
        yield {"begins": begins, **dict(zip(by, group, strict=True)), "count": total}


def _table(told: EventCounts, by: Sequence[str]) -> Iterator[str]:
    sums: dict[Group, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for count in told.counts:
        sums[_group(count, by)][count.begins.isoformat()] += count.count
    moments = sorted({count.begins.isoformat() for count in told.counts})
    if sums:
        yield f"{_columns(by)} {'count':>8}  over time"
    for group, at in sorted(sums.items()):
        yield f"{_columns(group)} {sum(at.values()):8}  {_drawn([at.get(moment, 0) for moment in moments])}"


def _columns(names: Sequence[str]) -> str:
    return " ".join(f"{name:16}" for name in names)


def _drawn(counts: Sequence[int]) -> str:
    highest = max(counts)
    return "".join(_HEIGHTS[(len(_HEIGHTS) - 1) * count // highest] for count in counts)
