"""The report as text for a terminal, and as JSON for whoever compares two runs."""

import json
from collections.abc import Iterator
from dataclasses import asdict

from tests.benchmarks.contests import CELERY, CELERY_TUNED
from tests.benchmarks.machine import DISTURBED
from tests.benchmarks.report import Report
from tests.benchmarks.rounds import Contest
from tests.benchmarks.targets import findings


def text(report: Report) -> str:
    """The whole report."""
    return "\n".join([*_machine(report), "", *_contests(report), "", *findings(report.findings()), ""])


def _machine(report: Report) -> Iterator[str]:
    machine = report.machine
    yield (
        f"{machine.cores} cores, Python {machine.python}, {machine.filesystem}, "
        f"fdatasync p50 {machine.fdatasync_p50_ms:.2f} ms"
    )
    if machine.filesystem == "tmpfs":
        yield "The data lie in memory: nothing below says anything about durable writes."


def _contests(report: Report) -> Iterator[str]:
    yield f"{'64 in flight':38} {'a second':>8}  {'of Celery':>9}  {'of tuned':>8}  {'CPU a turn':>10}   rounds"
    tuned = report.contests[CELERY_TUNED].rate
    for contest in report.contests.values():
        rates = " ".join(f"{one.rate:.0f}" for one in contest.rounds)
        yield (
            f"{contest.name:38} {contest.rate:8.0f}  {report.ratio(contest):9.2f}  {contest.rate / tuned:8.2f}  "
            f"{contest.own_cpu_ms:7.2f} ms   {rates}{_disturbed(contest)}"
        )
        yield f"{'':38} {_parts(contest)}"


def _parts(contest: Contest) -> str:
    last = contest.rounds[-1].cpu_ms
    spent = sorted(last.items(), key=lambda part: -part[1])
    return "  ".join(f"{part} {ms:.2f}" for part, ms in spent if ms >= 0.005)


def _disturbed(contest: Contest) -> str:
    return f"  (others used {contest.strangers:.1f} cores)" if contest.strangers > DISTURBED else ""


def as_json(report: Report) -> str:
    """Every round and every count."""
    findings = [{**asdict(found), "verdict": found.verdict} for found in report.findings()]
    rates = {
        name: {"rate": contest.rate, "of_celery": report.ratio(contest)} for name, contest in report.contests.items()
    }
    return json.dumps({"findings": findings, "rates": rates, "yardstick": CELERY, **asdict(report)}, indent=1)
