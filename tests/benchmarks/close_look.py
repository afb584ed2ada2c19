"""One process for everything, looked at closely: low load, first pieces, idle cost, memory, counts per turn."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shared.contracts.requests.people import PersonAdded
from tests.benchmarks.counting import (
    FLUSH_SECONDS,
    Statements,
    broker_messages,
    database_writes,
    statement_log,
)
from tests.benchmarks.holdfast import Holdfast, holdfast
from tests.benchmarks.http_door import piece_delays_ms
from tests.benchmarks.machine import memory_by_part, read_cpu
from tests.benchmarks.rounds import Round, calmest
from tests.benchmarks.scale import Scale


@dataclass(frozen=True, slots=True)
class PerTurn:
    """Counts, divided by turns."""

    turns: int
    messages_in: float
    messages_out: float
    statements: float
    statements_of_control: float
    transactions: float
    commits: float
    """The database's own count, chores included: a check on the line above."""
    fsyncs: float
    log_bytes: float
    reply_pieces: float


@dataclass(frozen=True, slots=True)
class CloseLook:
    """All of it."""

    started_in: float
    low_load_line: Round
    low_load_door: Round
    first_piece_ms: tuple[float, ...]
    idle_cpu_percent: Mapping[str, float]
    memory_mb: Mapping[str, float]
    per_turn: PerTurn


def look_closely(folder: Path, scale: Scale) -> CloseLook:
    """Starts, looks and stops."""
    with holdfast(folder, processes=False) as ours:
        persons = ours.persons()
        line, door = ours.line(persons), ours.door(persons)
        line.round(scale.warm_up, scale.in_flight)
        return CloseLook(
            started_in=ours.started_in,
            low_load_line=calmest(partial(line.round, scale.low_load_turns, 1)),
            low_load_door=calmest(partial(door.round, scale.low_load_turns, 1)),
            first_piece_ms=_first_pieces(ours, persons, scale.low_load_turns),
            idle_cpu_percent=_idle(ours, scale.idle_seconds),
            memory_mb=memory_by_part(ours.pid),
            per_turn=_count(ours, persons, scale),
        )


def _first_pieces(ours: Holdfast, persons: list[PersonAdded], turns: int) -> tuple[float, ...]:
    line, door = ours.line(persons), ours.door(persons)
    seen = door.first_pieces(turns)
    return tuple(piece_delays_ms(line.url, line.inbox, seen))


def _idle(ours: Holdfast, seconds: float) -> dict[str, float]:
    time.sleep(3)  # what the last turns still cause is not idleness
    before = read_cpu([ours.pid])
    time.sleep(seconds)
    after = read_cpu([ours.pid])
    took = after.at - before.at
    used = {part: after.parts[part] - before.parts[part] for part in before.parts if part != "load generator"}
    return {part: spent / took * 100 for part, spent in used.items()}


def _count(ours: Holdfast, persons: list[PersonAdded], scale: Scale) -> PerTurn:
    line, turns = ours.line(persons), scale.counted_turns
    time.sleep(FLUSH_SECONDS)
    wrote, sent = database_writes(ours.database_url()), broker_messages(ours.home)
    with statement_log(ours.database_url(), ours.home / "logs" / "database.log") as counted:
        line.round(turns - 1, scale.in_flight)  # it sends one more, to see that all is up
    sent_after = broker_messages(ours.home)
    time.sleep(FLUSH_SECONDS)
    wrote_after = database_writes(ours.database_url())
    [said] = counted
    return PerTurn(
        turns=turns,
        messages_in=(sent_after.taken - sent.taken) / turns,
        messages_out=(sent_after.given - sent.given) / turns,
        **_said(said, turns),
        commits=(wrote_after.commits - wrote.commits) / turns,
        fsyncs=(wrote_after.fsyncs - wrote.fsyncs) / turns,
        log_bytes=(wrote_after.log_bytes - wrote.log_bytes) / turns,
        reply_pieces=line.events["piece"] / line.events["closed"],
    )


def _said(said: Statements, turns: int) -> dict[str, float]:
    return {
        "statements": said.all / turns,
        "statements_of_control": said.control / turns,
        "transactions": said.transactions / turns,
    }
