"""What a run found: the contests, the close look, and each target with its verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from tests.benchmarks import targets
from tests.benchmarks.close_look import CloseLook
from tests.benchmarks.contests import CELERY, DOOR, LINE
from tests.benchmarks.rounds import Contest, Round, quantile
from tests.benchmarks.targets import Finding


@dataclass(frozen=True, slots=True)
class Machine:
    """Where it was measured."""

    cores: int
    python: str
    filesystem: str
    fdatasync_ms: Sequence[float]

    @property
    def fdatasync_p50_ms(self) -> float:
        """What half of the disk's durable writes take at most."""
        return median(self.fdatasync_ms)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run measured."""

    machine: Machine
    contests: Mapping[str, Contest]
    close_look: CloseLook

    @property
    def line(self) -> Contest:
        """The better of our two forms, from acceptance to closed."""
        return self._better(LINE)

    @property
    def door(self) -> Contest:
        """The better of our two forms, through HTTP with streaming."""
        return self._better(DOOR)

    def _better(self, names: Sequence[str]) -> Contest:
        return max((self.contests[name] for name in names), key=lambda contest: contest.rate)

    def _cheaper(self, names: Sequence[str]) -> Contest:
        return min((self.contests[name] for name in names), key=lambda contest: contest.own_cpu_ms)

    def ratio(self, contest: Contest) -> float:
        """Against Celery's empty chain as it is installed."""
        return contest.rate / self.contests[CELERY].rate

    def findings(self) -> list[Finding]:
        """Each target, measured."""
        return [*self._throughput(), *self._per_turn(), *self._latency(), *self._standing_cost()]

    def _throughput(self) -> list[Finding]:
        asked = ((self.line, targets.LINE_TO_CELERY), (self.door, targets.DOOR_TO_CELERY))
        cheaper = ((self._cheaper(LINE), targets.CPU_MS), (self._cheaper(DOOR), targets.HTTP_CPU_MS))
        return [
            *(Finding("of Celery's empty chain", self.ratio(ours), "x", target, ours.name) for ours, target in asked),
            *(Finding("CPU a turn", ours.own_cpu_ms or None, "ms", target, ours.name) for ours, target in cheaper),
        ]

    def _per_turn(self) -> list[Finding]:
        counts = self.close_look.per_turn
        control = f"{counts.statements_of_control:.1f} of them begin or end a transaction"
        return [
            # Chores that run by the clock add some hundredths.
            Finding("SQL statements a turn", round(counts.statements, 1), "", targets.STATEMENTS, control),
            Finding("transactions a turn", round(counts.transactions, 1), "", targets.TRANSACTIONS),
            Finding("WAL fsyncs a turn", counts.fsyncs, "", remark="64 in flight: one fsync serves several commits"),
            Finding("WAL written a turn", counts.log_bytes / 1000, "kB"),
            Finding("messages into the broker a turn", counts.messages_in),
            Finding("messages out of the broker a turn", counts.messages_out),
            Finding("pieces of a reply", counts.reply_pieces),
        ]

    def _latency(self) -> list[Finding]:
        look = self.close_look
        first = Finding(
            "first piece at the HTTP client, p50", median(look.first_piece_ms), "ms", targets.FIRST_PIECE_P50_MS,
            f"after the broker got it; p99 {quantile(look.first_piece_ms, 0.99):.1f} ms",
        )  # fmt: skip
        return [*self._low_load("line", look.low_load_line), *self._low_load("HTTP", look.low_load_door), first]

    def _low_load(self, way: str, measured: Round) -> list[Finding]:
        applies = targets.FDATASYNC_P50_MS.met(self.machine.fdatasync_p50_ms)
        remark = "" if applies else "the disk is slower than the target supposes"
        return [
            Finding(f"one turn at a time, {way}, {name}", quantile(measured.latencies_ms, share), "ms",
                    target if applies else None, remark)
            for name, share, target in (
                ("p50", 0.5, targets.LOW_LOAD_P50_MS), ("p99", 0.99, targets.LOW_LOAD_P99_MS),
            )
        ]  # fmt: skip

    def _standing_cost(self) -> list[Finding]:
        look = self.close_look
        memory, idle = look.memory_mb, look.idle_cpu_percent
        beside = ", ".join(f"{part} {used:.0f} MB" for part, used in memory.items() if part != "services")
        parts = ", ".join(f"{part} {used:.2f}" for part, used in idle.items())
        return [
            Finding("all services in one process", memory.get("services"), "MB", targets.ONE_PROCESS_MB, beside),
            Finding(
                "CPU while idle", sum(idle.values()) if memory else None, "% of a core", targets.IDLE_CPU_PERCENT, parts
            ),
            Finding("start until ready, data there already", look.started_in, "s"),
        ]
