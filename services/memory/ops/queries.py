"""The SQL of operating: the state of the line, dead letters, what is in flight."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from sqlalchemy import text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.tables import DEAD_LETTER
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.notices import DeadTurn
from shared.contracts.requests.ops import DeadLetterView


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The line in numbers."""

    active_turns: int
    oldest_active: datetime | None
    waiting_lines: int
    dead_letters: int


async def line_counts(connection: AsyncConnection) -> LineCounts:
    """Over all persons; numbers only."""
    row = (await connection.execute(text("select * from line_counts()"))).one()
    return LineCounts(row.active_turns, row.oldest_active, row.waiting_lines, row.dead_letters)


@dataclass(frozen=True, slots=True)
class ActiveTurn:
    """A turn in flight, by its ids and times."""

    owner: Caller
    turn_id: UUID
    activated_at: datetime
    deadline: datetime


async def active_turns(connection: AsyncConnection) -> list[ActiveTurn]:
    """All turns in flight."""
    rows = await connection.execute(text("select * from active_turns()"))
    return [
        ActiveTurn(Caller(tenant_id=r.tenant_id, person_id=r.person_id), r.turn_id, r.activated_at, r.deadline)
        for r in rows
    ]


async def owner_of_turn(connection: AsyncConnection, turn_id: UUID) -> Caller | None:
    """Whose turn it is."""
    row = (await connection.execute(text("select * from turn_owner(:turn)"), {"turn": turn_id})).one_or_none()
    return None if row is None else Caller(tenant_id=row.tenant_id, person_id=row.person_id)


async def add_dead_letter(
    connection: AsyncConnection, who: Caller, turn_id: UUID, dead: DeadTurn, *, keep_form: bool
) -> None:
    """A message that was given up, with its reason; the same message again is the same dead letter."""
    await connection.execute(
        insert(DEAD_LETTER)
        .values(
            id=uuid5(turn_id, dead.model_dump_json()),
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            turn_id=turn_id,
            step=dead.step,
            reason=dead.reason,
            attempts=dead.attempts,
            form=dead.form if keep_form and dead.form else None,
        )
        .on_conflict_do_nothing()
    )


async def add_unowned_dead_letter(connection: AsyncConnection, dead: DeadTurn) -> None:
    """A message of a turn that nobody has; its content is dropped, for nobody could ask for it or erase it."""
    await connection.execute(
        text("select bury_unowned(:letter, :step, :reason, :attempts)"),
        {"letter": new_id(), "step": dead.step, "reason": dead.reason, "attempts": dead.attempts},
    )


async def dead_letters(connection: AsyncConnection, most: int) -> tuple[DeadLetterView, ...]:
    """The newest, without content."""
    rows = await connection.execute(text("select * from newest_dead_letters(:most)"), {"most": most})
    return tuple(
        DeadLetterView(
            dead_letter_id=row.id,
            turn_id=row.turn_id,
            step=row.step,
            reason=row.reason,
            attempts=row.attempts,
            created_at=row.created_at,
            replayed_at=row.replayed_at,
        )
        for row in rows
    )


async def owner_of_dead_letter(connection: AsyncConnection, dead_letter_id: UUID) -> tuple[Caller, UUID] | None:
    """Whose it is, and which turn; nothing for one that belongs to nobody."""
    found = await connection.execute(text("select * from dead_letter_owner(:letter)"), {"letter": dead_letter_id})
    row = found.one_or_none()
    if row is None or row.person_id is None:
        return None
    return Caller(tenant_id=row.tenant_id, person_id=row.person_id), row.turn_id


async def mark_replayed(connection: AsyncConnection, who: Caller, turn_id: UUID, now: datetime) -> None:
    """The dead letters of this turn are done with."""
    mine = (DEAD_LETTER.c.person_id == who.person_id) & (DEAD_LETTER.c.turn_id == turn_id)
    await connection.execute(update(DEAD_LETTER).where(mine).values(replayed_at=now))


async def people_with_letters(connection: AsyncConnection, older_than: datetime) -> list[Caller]:
    """Whose outbox still holds something that should have left."""
    rows = await connection.execute(text("select * from letters_left(:older_than)"), {"older_than": older_than})
    return [Caller(tenant_id=row.tenant_id, person_id=row.person_id) for row in rows]


async def check_alive(connection: AsyncConnection) -> None:
    """A round trip."""
    await connection.execute(text("select 1"))
