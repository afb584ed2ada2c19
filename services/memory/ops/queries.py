"""The SQL of operating: the state of the line, dead letters, what is in flight."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.database import call_for_one, call_function
from services.memory.store.tables import DEAD_LETTER
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.notices import DeadTurn
from shared.contracts.requests.ops import DeadLetterView, WorkView
from shared.contracts.work import DeadWork


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The line in numbers."""

    active_turns: int
    oldest_active: datetime | None
    waiting_lines: int
    dead_letters: int


async def line_counts(connection: AsyncConnection) -> LineCounts:
    """Over all persons; numbers only."""
    (row,) = await call_function(connection, "line_counts")
    return LineCounts(**row)


@dataclass(frozen=True, slots=True)
class ActiveTurn:
    """A turn in flight, by its ids and times."""

    owner: Caller
    turn_id: UUID
    activated_at: datetime
    deadline: datetime


async def active_turns(connection: AsyncConnection) -> list[ActiveTurn]:
    """All turns in flight."""
    return [
        ActiveTurn(
            Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]),
            row["turn_id"],
            row["activated_at"],
            row["deadline"],
        )
        for row in await call_function(connection, "active_turns")
    ]


async def owner_of_turn(connection: AsyncConnection, turn_id: UUID) -> Caller | None:
    """Whose turn it is."""
    row = await call_for_one(connection, "turn_owner", turn_id)
    return None if row is None else Caller(tenant_id=row["tenant_id"], person_id=row["person_id"])


async def owner_of_work(connection: AsyncConnection, work_id: UUID) -> Caller | None:
    """Whose background work it is."""
    row = await call_for_one(connection, "work_owner", work_id)
    return None if row is None else Caller(tenant_id=row["tenant_id"], person_id=row["person_id"])


async def add_dead_letter(
    connection: AsyncConnection, who: Caller, subject: UUID, dead: DeadTurn | DeadWork, *, keep_form: bool
) -> None:
    """A message that was given up, with its reason; the same message again is the same dead letter.

    `subject` is the turn or the work that it is of.
    """
    of = {"work_id" if isinstance(dead, DeadWork) else "turn_id": subject}
    await connection.execute(
        insert(DEAD_LETTER)
        .values(
            id=uuid5(subject, dead.model_dump_json()),
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            step=dead.step,
            reason=dead.reason,
            attempts=dead.attempts,
            form=dead.form if keep_form and dead.form else None,
            **of,
        )
        .on_conflict_do_nothing()
    )


async def add_unowned_dead_letter(connection: AsyncConnection, dead: DeadTurn | DeadWork) -> None:
    """A message of what nobody has; its content is dropped, for nobody could ask for it or erase it."""
    await call_function(connection, "bury_unowned", new_id(), dead.step, dead.reason, dead.attempts)


async def dead_letters(connection: AsyncConnection, most: int) -> tuple[DeadLetterView, ...]:
    """The newest, without content."""
    rows = await call_function(connection, "newest_dead_letters", most)
    return tuple(
        DeadLetterView(
            dead_letter_id=row["id"],
            turn_id=row["turn_id"],
            work_id=row["work_id"],
            step=row["step"],
            reason=row["reason"],
            attempts=row["attempts"],
            created_at=row["created_at"],
            replayed_at=row["replayed_at"],
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class OwnedLetter:
    """Whose a dead letter is, and of which turn or which work."""

    who: Caller
    turn_id: UUID | None
    work_id: UUID | None


async def owner_of_dead_letter(connection: AsyncConnection, dead_letter_id: UUID) -> OwnedLetter | None:
    """Whose it is; nothing for one that belongs to nobody."""
    row = await call_for_one(connection, "dead_letter_owner", dead_letter_id)
    if row is None or row["person_id"] is None:
        return None
    who = Caller(tenant_id=row["tenant_id"], person_id=row["person_id"])
    return OwnedLetter(who, row["turn_id"], row["work_id"])


async def mark_replayed(connection: AsyncConnection, who: Caller, turn_id: UUID, now: datetime) -> None:
    """The dead letters of this turn are done with."""
    mine = (DEAD_LETTER.c.person_id == who.person_id) & (DEAD_LETTER.c.turn_id == turn_id)
    await connection.execute(update(DEAD_LETTER).where(mine).values(replayed_at=now))


async def mark_work_replayed(connection: AsyncConnection, who: Caller, work_id: UUID, now: datetime) -> None:
    """The same of a work."""
    mine = (DEAD_LETTER.c.person_id == who.person_id) & (DEAD_LETTER.c.work_id == work_id)
    await connection.execute(update(DEAD_LETTER).where(mine).values(replayed_at=now))


@dataclass(frozen=True, slots=True)
class ActiveWork:
    """A background work on its way, by its ids and times."""

    owner: Caller
    work_id: UUID
    line: str
    deadline: datetime


async def active_works(connection: AsyncConnection) -> list[ActiveWork]:
    """All that are on their way."""
    return [
        ActiveWork(
            Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]), row["work_id"], row["line"], row["deadline"]
        )
        for row in await call_function(connection, "active_works")
    ]


@dataclass(frozen=True, slots=True)
class WaitingWorks:
    """How much of a line could begin, and since when."""

    line: str
    works: int
    oldest: datetime


async def works_waiting(connection: AsyncConnection, now: datetime) -> list[WaitingWorks]:
    """Of each line that has any."""
    return [WaitingWorks(**row) for row in await call_function(connection, "works_waiting", now)]


async def newest_works(connection: AsyncConnection, state: str | None, most: int) -> tuple[WorkView, ...]:
    """How each stands, without content."""
    rows = await call_function(connection, "newest_works", state, most)
    return tuple(WorkView.model_validate({**row, "work_id": row["id"]}) for row in rows)


async def people_with_letters(connection: AsyncConnection, older_than: datetime) -> list[Caller]:
    """Whose outbox still holds something that should have left."""
    rows = await call_function(connection, "letters_left", older_than)
    return [Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]) for row in rows]


async def check_alive(connection: AsyncConnection) -> None:
    """A round trip."""
    await connection.execute(select(1))
