"""The line: its steps in order, and the subject, stream and consumer of each.

Adding a stage is one word in `LINE`, a folder that listens, and a deploy entry.
"""

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
