"""What a message is of: a turn, or a work. All that happens around every message is the same but for these names."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, ValidationError

from shared.bus.delivery import Incoming, id_token
from shared.contracts.message import Message
from shared.contracts.notices import DeadTurn
from shared.contracts.pipeline import (
    DEAD,
    TURNS,
    WORK,
    WorkLine,
    step_filter,
    step_subject,
    work_consumer,
    work_filter,
    work_subject,
    work_working_subject,
    working_subject,
)
from shared.contracts.work import MOST_FORM_BYTES, DeadWork


@dataclass(frozen=True, slots=True)
class MessageKind:
    """Where messages of a kind wait, and what is said of one."""

    stream: str
    about: str
    """The field of a record that names it."""
    working: Callable[[str], str]
    """From a message's subject: where a worker says that it is still busy with it."""
    dead: Callable[[str], str]
    """From a message's subject: where it goes when it is given up."""
    letter: Callable[[Incoming, str, int], Message]
    """What memory is told of one that is given up: why, and after how many attempts."""


@dataclass(frozen=True, slots=True)
class StepPlace:
    """Where a step's messages wait."""

    stream: str
    consumer: str
    """The durable's name; also the step's name in metrics, records and failpoints."""
    subjects: str


def turn_place(step: str) -> StepPlace:
    """Of a step of the turn's line."""
    return StepPlace(TURNS, step, step_filter(step))


def work_place(line: WorkLine, step: str) -> StepPlace:
    """Of a step of a work's line."""
    return StepPlace(WORK, work_consumer(line.name, step), work_filter(line.name, step))


def kind_of(message: Incoming) -> MessageKind:
    """By its subject."""
    return _KINDS[message.raw_message.subject.partition(".")[0]]


def fields_of(message: Incoming) -> dict[str, Any]:
    """Which turn or work it is, as a record names it."""
    return {kind_of(message).about: id_token(message)}


def is_dead_letter(message: Incoming) -> bool:
    """Whether it was given up already, and is on its way to memory."""
    step: str = message.raw_message.subject.split(".")[-2]
    return step == DEAD


def _turn_working(subject: str) -> str:
    return working_subject(subject.rpartition(".")[2])


def _turn_dead(subject: str) -> str:
    return step_subject(DEAD, subject.rpartition(".")[2])


def _dead_turn(message: Incoming, reason: str, attempts: int) -> DeadTurn:
    return DeadTurn(
        step=message.raw_message.metadata.consumer, reason=reason, attempts=attempts, form=_whole_text(message)
    )


def _work_working(subject: str) -> str:
    _, line, _, work_id = subject.split(".")
    return work_working_subject(line, work_id)


def _work_dead(subject: str) -> str:
    _, line, _, work_id = subject.split(".")
    return work_subject(line, DEAD, work_id)


class _Life(BaseModel):
    """The one field of a work's form that is wanted of one that cannot be read."""

    model_config = ConfigDict(extra="ignore")

    attempt: int | None = None


def _dead_work(message: Incoming, reason: str, attempts: int) -> DeadWork:
    _, line, step, _ = message.raw_message.subject.split(".")
    try:
        life = _Life.model_validate_json(message.body)
    except ValidationError:
        life = _Life()
    form = "" if len(message.body) > MOST_FORM_BYTES else _whole_text(message)
    return DeadWork(
        work_id=UUID(id_token(message)),
        line=line,
        step=step,
        attempt=life.attempt,
        reason=reason,
        attempts=attempts,
        form=form,
    )


def _whole_text(message: Incoming) -> str:
    text: str = message.body.decode(errors="replace").replace("\x00", "�")
    return text


_KINDS = {
    "turn": MessageKind(TURNS, "turn_id", _turn_working, _turn_dead, _dead_turn),
    "work": MessageKind(WORK, "work_id", _work_working, _work_dead, _dead_work),
}
