"""How many workers a step's backlog asks for. Pure."""

import math
from typing import NamedTuple

from shared.contracts.requests.ops import StageStatus

AT_A_TIME = 8
"""Messages that one worker handles at a time, unless HOLDFAST_CONCURRENCY says otherwise."""
SERVICES = {"classify": "classifier", "route": "router", "respond": "responder"}
"""Which service a step is scaled by; the others are the memory service's."""


class WorkersWanted(NamedTuple):
    """What one step asks for."""

    step: str
    service: str
    backlog: int
    workers: int


def workers_wanted(stage: StageStatus, at_a_time: int = AT_A_TIME) -> WorkersWanted:
    """As many as take the whole backlog in hand at once, and never none."""
    backlog = stage.waiting + stage.in_progress
    return WorkersWanted(
        stage.step, SERVICES.get(stage.step, "memory"), backlog, max(1, math.ceil(backlog / at_a_time))
    )
