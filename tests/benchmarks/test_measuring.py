"""The measuring itself: a benchmark that counts wrongly is worse than none."""

import asyncio
import io

import pytest

from tests.benchmarks.counting import Statements, count_statements
from tests.benchmarks.load import keep_in_flight
from tests.benchmarks.machine import MEASURABLE, Reading, part_of, read_cpu
from tests.benchmarks.rounds import Round, calmest, quantile, round_between
from tests.benchmarks.targets import Finding, Target

LOG = """\
an earlier line
holdfast-bench   LOG:  parameter "log_statement" changed to "all"
holdfast-bench holdfast_app 3/2 LOG:  statement: BEGIN;
holdfast-bench holdfast_app 3/2 LOG:  execute __asyncpg_stmt_2__: select
\tholdfast-bench holdfast_app 9/9 LOG:  statement: told by a person
holdfast-bench holdfast_app 3/2 LOG:  statement: COMMIT;
holdfast-bench holdfast_app 4/7 LOG:  execute <unnamed>: update turn
holdfast-bench holdfast_app 4/7 ERROR:  no such thing
holdfast-bench holdfast_admin 5/1 LOG:  statement: select pg_reload_conf()
"""


def test_counts_the_statements_of_the_services_and_the_transactions_they_ran_in() -> None:
    assert count_statements(io.StringIO(LOG)) == Statements(all=4, control=2, transactions=2)


def test_a_round_is_what_happened_between_two_readings() -> None:
    before = Reading(10.0, {"load generator": 1.0, "broker": 2.0}, 100.0)
    after = Reading(12.0, {"load generator": 1.1, "broker": 2.3, "database": 0.1}, 101.5)

    measured = round_between(before, after, [5.0] * 100)

    assert measured.rate == 50
    assert measured.own_cpu_ms == pytest.approx(4.0)  # the broker's 300 ms and the database's 100 ms over 100 turns
    assert measured.strangers == pytest.approx(0.5)  # 1.5 s of the machine, of which 0.5 s were the round's own


def test_a_disturbed_round_is_measured_again_and_the_calmest_counts() -> None:
    rounds = [Round(turns=1, seconds=1, strangers=cores) for cores in (0.9, 0.3, 0.5, 0.0)]
    measured = iter(rounds)

    assert calmest(lambda: next(measured), lambda: None) is rounds[1]
    assert next(measured) is rounds[3], "three tries are enough"


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (("/a folder/bin/nats-server", "--config", "x"), "broker"),
        (("postgres: holdfast_app holdfast 127.0.0.1(59) idle",), "database"),
        (("/a folder/valkey-server 127.0.0.1:6379",), "redis"),
        (("/celery/python", "-m", "services.memory.chores"), "memory workers"),
        (("/usr/bin/python3", "-m", "celery", "-A", "tests.benchmarks.celery_tasks"), "workers"),
        (("/usr/bin/python3", "-m"), "other"),
        (("",), "other"),
    ],
)
def test_a_process_is_known_by_its_program_or_its_module(argv: tuple[str, ...], part: str) -> None:
    assert part_of(argv) == part


@pytest.mark.skipif(not MEASURABLE, reason="CPU times are read from /proc")
def test_cpu_that_was_used_is_seen_within_twice_as_much() -> None:
    before = now = read_cpu([])
    # The kernel counts the machine's time in ticks and may be a few behind what one process knows of itself.
    while now.machine - before.machine < 0.5 and own_seconds(now) - own_seconds(before) < 1:
        sum(range(10_000))
        now = read_cpu([])
    assert now.machine - before.machine >= 0.5


def own_seconds(reading: Reading) -> float:
    return reading.parts["load generator"]


async def test_never_more_than_so_many_in_flight_and_one_of_a_speaker() -> None:
    busy: set[str] = set()
    most = 0

    async def turn(speaker: str) -> None:
        nonlocal most
        assert speaker not in busy
        busy.add(speaker)
        most = max(most, len(busy))
        await asyncio.sleep(0)
        busy.discard(speaker)

    assert len(await keep_in_flight(100, 4, "abcdef", turn)) == 100
    assert most == 4


def test_quantiles() -> None:
    values = list(range(1, 101))
    assert (quantile(values, 0.5), quantile(values, 0.99), quantile([7.0], 0.99)) == (51, 100, 7.0)


def test_a_target_is_met_missed_or_not_measured() -> None:
    between = Target(at_least=3, at_most=4)
    verdicts = [Finding("transactions", value, target=between).verdict for value in (2.9, 3.0, 4.0, 4.1, None)]
    assert verdicts == ["NOT MET", "met", "met", "NOT MET", "not measured"]
