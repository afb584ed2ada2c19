"""`holdfast ops events` tells counts by whatever is asked for, and their course; a chat says what was set aside."""

import json
from argparse import Namespace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.terminal import ops_events_cmd
from services.terminal.chat import set_aside_told
from services.terminal.terminal_error import SorryError
from shared.contracts.envelope import Request
from shared.contracts.requests.ops import CountEvents, EventCount, EventCounts

NOON = datetime(2026, 5, 31, 12, tzinfo=UTC)


class Answering:
    """Answers with what it was given, and keeps what it was asked."""

    def __init__(self, *counts: EventCount) -> None:
        self.asked: Request[Any] | None = None
        self._counts = counts

    async def ask(self, asked: Request[Any]) -> EventCounts:
        self.asked = asked
        return EventCounts(since=NOON, until=NOON, counts=self._counts)


def count(operation: str, number: int, *, node: str = "memory", status: str = "ok", minute: int = 0) -> EventCount:
    begins = NOON + timedelta(minutes=minute)
    return EventCount(begins=begins, node=node, operation=operation, status=status, count=number)


def given(*, since: str = "1h", by: list[str] | None = None, as_json: bool = False) -> Namespace:
    return Namespace(since=since, by=by, json=as_json)


COUNTS = (
    count("classify", 8, node="classifier"),
    count("remember", 1, status="skipped"),
    count("classify", 4, node="classifier", minute=5),
    count("remember", 2, minute=5),
)


@pytest.mark.row("S7")
async def test_counts_are_told_by_category_when_that_is_asked_for() -> None:
    of_goals = count("query", 3).model_copy(update={"category": "goals"})
    told = await ops_events_cmd.count_events(
        Answering(of_goals, count("query", 2)),  # type: ignore[arg-type]  # asks as it does
        given(by=["operation", "category"], as_json=True),
    )
    rows = [json.loads(row) for row in told.splitlines()]
    assert [(row["operation"], row["category"], row["count"]) for row in rows] == [
        ("query", "goals", 3),
        ("query", "-", 2),
    ]


@pytest.mark.row("S7")
async def test_counts_are_summed_over_what_is_not_asked_for() -> None:
    told = (await ops_events_cmd.count_events(Answering(*COUNTS), given())).splitlines()  # type: ignore[arg-type]  # asks as it does
    assert [line.split() for line in told] == [
        ["stage", "operation", "status", "count", "over", "time"],
        ["classifier", "classify", "ok", "12", "█▄"],
        ["memory", "remember", "ok", "2", "▁█"],
        ["memory", "remember", "skipped", "1", "█▁"],
    ]
    by_stage = (await ops_events_cmd.count_events(Answering(*COUNTS), given(by=["stage"]))).splitlines()  # type: ignore[arg-type]  # likewise
    assert [line.split()[:2] for line in by_stage[1:]] == [["classifier", "12"], ["memory", "3"]]


@pytest.mark.row("S7")
async def test_as_json_each_stretch_of_time_is_a_line() -> None:
    asked = given(by=["status"], as_json=True)
    told = (await ops_events_cmd.count_events(Answering(*COUNTS), asked)).splitlines()  # type: ignore[arg-type]  # asks as it does
    assert [json.loads(line) for line in told] == [
        {"begins": "2026-05-31T12:00:00+00:00", "status": "ok", "count": 8},
        {"begins": "2026-05-31T12:00:00+00:00", "status": "skipped", "count": 1},
        {"begins": "2026-05-31T12:05:00+00:00", "status": "ok", "count": 6},
    ]


@pytest.mark.row("S7")
@pytest.mark.parametrize(("since", "seconds"), [("10m", 600), ("1h", 3_600), ("30d", 2_592_000), ("60s", 60)])
async def test_since_when_is_said_as_people_say_it(since: str, seconds: int) -> None:
    client = Answering()
    assert await ops_events_cmd.count_events(client, given(since=since)) == "Nothing was done in that time."  # type: ignore[arg-type]  # asks as it does
    assert client.asked == CountEvents(seconds=seconds)


@pytest.mark.parametrize("since", ["", "1", "h", "59s", "31d", "1w", "-1h", "1.5h", "\u0661h"])
async def test_any_other_time_is_answered_with_how_to_say_it(since: str) -> None:
    with pytest.raises(SorryError, match="a minute to thirty days"):
        await ops_events_cmd.count_events(Answering(), given(since=since))  # type: ignore[arg-type]  # asks as it does


@pytest.mark.row("M16")
def test_a_chat_begins_with_what_was_set_aside() -> None:
    assert set_aside_told({"reader": None}) == ""
    assert set_aside_told({"reader": None, "set_aside": 0, "next_purge_at": None}) == ""
    one = set_aside_told({"reader": None, "set_aside": 1, "next_purge_at": "2026-06-30T12:00:00Z"})
    assert one.startswith("One memory that nobody touched for long was set aside; it is erased on 2026-06-30.")
    assert "2 memories" in set_aside_told({"reader": None, "set_aside": 2, "next_purge_at": "2026-06-30T12:00:00Z"})
