"""How many workers a step's backlog asks for. Pure."""

import math
from typing import NamedTuple

from shared.contracts.pipeline import WORK_LINES, work_consumer
from shared.contracts.requests.ops import StageStatus

AT_A_TIME = 8
"""Messages that one worker handles at a time, unless HOLDFAST_CONCURRENCY says otherwise."""
SERVICES = {"classify": "classifier", "route": "router", "respond": "responder"} | {
    work_consumer(line.name, step): "reflector" if step in line.thought else "workers"
    for line in WORK_LINES.values()
    for step in (*line.steps, "done", "dead")
}
"""Which service a step is scaled by; the others are the memory service's."""
WORKS_AT_A_TIME = 2
"""The same of background work, and HOLDFAST_WORK_CONCURRENCY."""


class WorkersWanted(NamedTuple):
    """What one step asks for."""

    step: str
    service: str
    backlog: int
    workers: int


def workers_wanted(stage: StageStatus, at_a_time: int = AT_A_TIME) -> WorkersWanted:
    """As many as take the whole backlog in hand at once, and never none."""
    backlog, service = stage.waiting + stage.in_progress, SERVICES.get(stage.step, "memory")
    each = WORKS_AT_A_TIME if service == "reflector" else at_a_time
    return WorkersWanted(stage.step, service, backlog, max(1, math.ceil(backlog / each)))
