"""A work as it is stored: whose, how far it is, and what its next step is told."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.people.tables import PERSON
from services.memory.work.tables import WORK_TABLE
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import WORK_LINES, WorkLine
from shared.contracts.work import WORK_FORMS, BackgroundWork


@dataclass(frozen=True, slots=True)
class StoredWork:
    """One row, with the epoch in which its person is now."""

    work_id: UUID
    who: Caller
    line: WorkLine
    subject_id: UUID
    state: str
    step: str
    steps_done: tuple[str, ...]
    attempt: int
    offered: int
    tries: int
    restarts: int
    epoch: int
    epoch_now: int
    not_before: datetime
    deadline: datetime | None
    form: str | None
    counted: tuple[str, ...]

    def is_at(self, work: BackgroundWork) -> bool:
        """Whether it is on its way, in this life, and at this step."""
        return (self.state, self.attempt, self.step) == ("active", work.attempt, work.step)

    def has_passed(self, work: BackgroundWork) -> bool:
        """Whether this very step was the last one that was taken, in this life."""
        return (self.state, self.attempt, self.steps_done[-1:]) == ("active", work.attempt, (work.step,))

    def as_offered(self, now: datetime) -> BackgroundWork:
        """What its step hears: what the steps before made, in its present life."""
        life: dict[str, object] = {
            "work_id": self.work_id,
            "tenant_id": self.who.tenant_id,
            "person_id": self.who.person_id,
            "line": self.line.name,
            "step": self.step,
            "subject_id": self.subject_id,
            "attempt": self.attempt,
            "offered": self.offered,
            "epoch": self.epoch,
            "deadline": self.deadline or step_deadline(self.line, now),
        }
        form = WORK_FORMS[self.line.name][self.step]
        return BackgroundWork(**life) if self.form is None else form.grown(form.model_validate_json(self.form), **life)


def step_deadline(line: WorkLine, now: datetime) -> datetime:
    """Until when a step that is offered now may take."""
    return now + timedelta(seconds=line.step_seconds)


def owner_of_work(work: BackgroundWork) -> Caller:
    """The person whose work it is."""
    return Caller(tenant_id=work.tenant_id, person_id=work.person_id)


async def load_work(connection: AsyncConnection, who: Caller, work_id: UUID) -> StoredWork | None:
    """One of the person's own; nothing where it was erased."""
    wanted = (
        select(WORK_TABLE, PERSON.c.epoch.label("epoch_now"))
        .join(PERSON, PERSON.c.id == WORK_TABLE.c.person_id)
        .where(WORK_TABLE.c.person_id == who.person_id, WORK_TABLE.c.id == work_id)
    )
    row = (await connection.execute(wanted)).one_or_none()
    if row is None:
        return None
    return StoredWork(
        work_id=row.id,
        who=who,
        line=WORK_LINES[row.line],
        subject_id=row.subject_id,
        state=row.state,
        step=row.step,
        steps_done=tuple(row.steps_done),
        attempt=row.attempt,
        offered=row.offered,
        tries=row.tries,
        restarts=row.restarts,
        epoch=row.epoch,
        epoch_now=row.epoch_now,
        not_before=row.not_before,
        deadline=row.deadline,
        form=row.form,
        counted=tuple(row.counted),
    )
