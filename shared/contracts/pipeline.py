"""The lines: their steps in order, and the subject, stream and consumer of each.

A turn's line is `LINE`; adding a stage is one word in it, a folder that listens, and a deploy entry. Background
thinking has lines of its own (`WORK_LINES`), in a stream of their own, so that no turn waits behind it.
"""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

LINE: tuple[str, ...] = ("open", "classify", "route", "perform", "respond", "close")
DEAD = "dead"
"""Not a step of the line: where a turn goes that no step could handle."""

TURNS = "TURNS"
REPLIES = "REPLIES"

ACK_WAIT = 5.0
"""Seconds without a sign of work after which a message is given to another worker."""
MAX_ATTEMPTS = 5
REPLY_KEEP_SECONDS = 600
"""How long pieces stay replayable in the broker's memory."""
UNRECORDED_KEEP_SECONDS = 60
"""The same of a turn off the record."""
DUPLICATE_WINDOW_SECONDS = 120


def step_subject(step: str, turn_id: UUID | str) -> str:
    """Where a turn waits for a step."""
    return f"turn.{step}.{turn_id}"


def step_filter(step: str) -> str:
    """Every turn that waits for a step."""
    return f"turn.{step}.*"


def message_id(turn_id: UUID, step: str, offered: int) -> str:
    """What the broker knows a message by: the same turn, step and offer is the same message."""
    return f"{turn_id}:{step}:{offered}"


def working_subject(turn_id: UUID | str) -> str:
    """Where a worker says that it is still busy with a turn."""
    return f"turn.working.{turn_id}"


WORKING = "turn.working.*"
CHORES = "chores"
"""In the place of a turn: the process that watches them is at work."""


def stopped_subject(turn_id: UUID) -> str:
    """Where whoever is answering a turn hears that the person stopped it."""
    return f"stopped.{turn_id}"


def turn_stopped(subject: str) -> UUID:
    """The turn that such a subject names."""
    return UUID(subject.rpartition(".")[2])


STOPPED = "stopped.*"


def converse_subject(person_id: UUID) -> str:
    """Where a gateway hands in a person's line."""
    return f"converse.{person_id}"


CONVERSE = "converse.*"


def reply_subject(person_id: UUID, turn_id: UUID) -> str:
    """Where the events of one turn's reply appear."""
    return f"reply.{person_id}.{turn_id}"


def reply_headers(*, write: bool) -> dict[str, str] | None:
    """What goes along with an event of a reply: off the record, how soon the broker lets it go."""
    return None if write else {"Nats-TTL": f"{UNRECORDED_KEEP_SECONDS}s"}


def replies_filter(person_id: UUID) -> str:
    """The reply events of all of a person's turns."""
    return f"reply.{person_id}.*"


REPLY = "reply.*.*"


def notice_subject(person_id: UUID) -> str:
    """Where a person's doors hear what happened without being asked."""
    return f"notice.{person_id}"


# ---- work: what is thought about in the background ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WorkLine:
    """The steps of one kind of background work, and which of them are the reflector's."""

    name: str
    steps: tuple[str, ...]
    thought: frozenset[str]
    step_seconds: float
    """How long one step may take; waiting does not count."""
    changes: Literal["conversation"]
    """What a door may be showing that it changes."""

    def after(self, step: str) -> str | None:
        """The step that follows; none after the last."""
        following = self.steps[self.steps.index(step) + 1 :]
        return following[0] if following else None


COMPRESSION = WorkLine(
    name="compression",
    steps=("gather", "extract", "narrate", "weigh", "suggest", "store"),
    thought=frozenset({"extract", "narrate", "weigh", "suggest"}),
    step_seconds=300.0,
    changes="conversation",
)
WORK_LINES = {line.name: line for line in (COMPRESSION,)}

WORK = "WORK"
DONE = "done"
"""In the place of a step: what the reflector has thought, on its way to memory."""


def work_subject(line: str, step: str, work_id: UUID | str) -> str:
    """Where a work waits for a step, or for memory to take the result of one (`DONE`)."""
    return f"work.{line}.{step}.{work_id}"


def work_filter(line: str, step: str) -> str:
    """Every work of a line that waits for a step."""
    return f"work.{line}.{step}.*"


def work_messages(work_id: UUID | str) -> str:
    """Whatever is on its way of one work."""
    return f"work.*.*.{work_id}"


def work_consumer(line: str, step: str) -> str:
    """The durable consumer of a step."""
    return f"{line}_{step}"


def work_working_subject(line: str, work_id: UUID | str) -> str:
    """Where a worker says that it is still busy with a work."""
    return f"work.{line}.working.{work_id}"


WORK_WORKING = "work.*.working.*"
WORK_BEGUN = "work.begun"
"""Says that something was begun, so that nobody waits for the next look at the table."""
