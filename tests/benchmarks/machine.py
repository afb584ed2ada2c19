"""What the machine spent: CPU seconds and memory of every process of a family, and the disk's own speed.

Read from /proc, so that processes which know nothing of being measured (the broker, every backend of the database)
are counted like our own. On a machine without /proc these figures are reported as not measured.
"""

import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
MEASURABLE = (PROC / "self" / "stat").exists()
TICK = os.sysconf("SC_CLK_TCK")
DISTURBED = 0.15
"""Cores; when strangers use more, a round tells about them as much as about us."""
QUIET_SECONDS = 20
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Process:
    """One process at one moment."""

    pid: int
    parent: int
    argv: tuple[str, ...]
    cpu_seconds: float
    """Its own, and that of its children which have ended: a backend that left is not forgotten."""
    rss_bytes: int


def processes() -> dict[int, Process]:
    """All processes of the machine."""
    return {process.pid: process for process in _readable()}


def _readable() -> Iterator[Process]:
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            try:
                yield _read(folder)
            except (FileNotFoundError, ProcessLookupError):
                continue  # it ended while we were looking


def _read(folder: Path) -> Process:
    # The command's name stands in brackets and may itself hold spaces and brackets.
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    return Process(
        pid=int(folder.name),
        parent=int(fields[1]),
        argv=tuple((folder / "cmdline").read_bytes().decode(errors="replace").strip("\0").split("\0")),
        cpu_seconds=sum(map(int, fields[11:15])) / TICK,
        rss_bytes=int(fields[21]) * PAGE,
    )


def family(root: int) -> list[Process]:
    """A process and all its descendants."""
    everyone = processes()
    found = [everyone[root]]
    for process in found:  # grows while it is walked
        found.extend(child for child in everyone.values() if child.parent == process.pid)
    return found


@dataclass(frozen=True, slots=True)
class Reading:
    """CPU seconds so far, by part, and those of the whole machine."""

    at: float
    parts: Mapping[str, float]
    machine: float


def read_cpu(roots: list[int]) -> Reading:
    """What the families of these processes have used until now; this process is listed apart."""
    parts = defaultdict(float, {"load generator": time.process_time()})
    if MEASURABLE:
        for process in (member for root in roots for member in family(root)):
            parts[part_of(process.argv)] += process.cpu_seconds
    return Reading(time.perf_counter(), parts, _machine_seconds())


def part_of(argv: Sequence[str]) -> str:
    """What a process is to the reader of the table: by its program, or the module that its Python runs."""
    # Servers write into their first argument what they are busy with: "postgres: user database …".
    program = argv[0].rpartition("/")[2].partition(" ")[0].rstrip(":")
    module = argv[argv.index("-m") + 1] if "-m" in argv[:-1] else program
    return _PARTS.get(module, _PARTS.get(program, "other"))


_PARTS = {
    "nats-server": "broker",
    "postgres": "database",
    "valkey-server": "redis",
    "redis-server": "redis",
    "celery": "workers",
    "tests.benchmarks.bare_worker": "workers",
    "tests.benchmarks.monitored": "services",
    "services.gateway": "gateway",
    "services.memory": "memory",
    "services.memory.chores": "memory workers",
    "services.classifier": "classifier",
    "services.router": "router",
    "services.responder": "responder",
}
"""With a process for each service, `services` is the one that started them and looks after them."""


def _machine_seconds() -> float:
    if not MEASURABLE:
        return 0.0
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(
        int, (PROC / "stat").read_text().split("\n", 1)[0].split()[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / TICK


def wait_until_quiet() -> None:
    """Returns after a second in which the machine did next to nothing, or when that does not come."""
    for _ in range(QUIET_SECONDS):
        before = _machine_seconds()
        time.sleep(1)
        if _machine_seconds() - before < DISTURBED:
            return


def memory_by_part(root: int) -> dict[str, float]:
    """Resident megabytes of each part of a family; pages that processes share are counted in each."""
    parts: defaultdict[str, float] = defaultdict(float)
    for process in family(root) if MEASURABLE else ():
        parts[part_of(process.argv)] += process.rss_bytes
    return {part: used / 1e6 for part, used in parts.items()}


def filesystem(folder: Path) -> str:
    """The kind of file system that a folder is on: a fast result on tmpfs says nothing about durable writes."""
    mounts = [line.split()[1:3] for line in _mounts()]
    holding = [(point, kind) for point, kind in mounts if folder.resolve().is_relative_to(point)]
    return max(holding, key=lambda mount: len(mount[0]), default=("", "unknown"))[1]


def _mounts() -> list[str]:
    table = PROC / "self" / "mounts"
    return table.read_text().splitlines() if table.exists() else []


def fdatasync_ms(folder: Path, times: int = 200) -> list[float]:
    """How long the disk takes to make one 8 KB page durable, sorted: what every commit pays at least once."""
    path = folder / "fdatasync.probe"
    sync = getattr(os, "fdatasync", os.fsync)  # macOS has no fdatasync
    page, taken = os.urandom(8192), []
    with path.open("wb", buffering=0) as probe:
        probe.write(page * times)
        os.fsync(probe.fileno())
        for number in range(times):
            probe.seek(number * len(page))
            probe.write(page)
            began = time.perf_counter()
            sync(probe.fileno())
            taken.append((time.perf_counter() - began) * 1000)
    path.unlink()
    return sorted(taken)
