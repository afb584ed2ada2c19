"""Engagements' SQL."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Subquery, case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.refusal import Level
from services.memory.assertions.tables import ASSERTION, ENGAGEMENT, REFUSAL
from services.memory.store.database import call_function
from shared.contracts.assertions import Force, State
from shared.contracts.envelope import Caller
from shared.contracts.requests.notebook import RefusalList, RefusalView
from shared.contracts.requests.people import ChangeEngagement, EngagementStatus, EngagementView
from shared.contracts.turns import EngagementKind


@dataclass(frozen=True, slots=True)
class NewEngagement:
    """An engagement to be made."""

    engagement_id: UUID
    kind: EngagementKind
    title: str
    seed: str


async def add_engagement(connection: AsyncConnection, who: Caller, engagement: NewEngagement) -> None:
    """The one way in which an engagement comes to be, Your Story like any project."""
    await connection.execute(
        insert(ENGAGEMENT).values(
            id=engagement.engagement_id,
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            kind=engagement.kind.value,
            title=engagement.title,
            seed=engagement.seed,
        )
    )


async def list_engagements(
    connection: AsyncConnection, who: Caller, engagement_id: UUID | None = None
) -> tuple[EngagementView, ...]:
    """All of a person's engagements or one of them, Your Story first."""
    personal_first = case((ENGAGEMENT.c.kind == EngagementKind.PERSONAL.value, 0), else_=1)
    counted = _counted(who)
    wanted = (
        select(ENGAGEMENT, *(func.coalesce(counted.c[force.value], 0).label(force.value) for force in Force))
        .outerjoin(counted, counted.c.engagement_id == ENGAGEMENT.c.id)
        .where(ENGAGEMENT.c.person_id == who.person_id)
    )
    if engagement_id is not None:
        wanted = wanted.where(ENGAGEMENT.c.id == engagement_id)
    rows = await connection.execute(wanted.order_by(personal_first, ENGAGEMENT.c.id))
    return tuple(
        EngagementView(
            engagement_id=row.id,
            kind=EngagementKind(row.kind),
            title=row.title,
            seed=row.seed,
            status=EngagementStatus(row.status),
            created_at=row.created_at,
            held=row.held,
            committed=row.committed,
            retracted=row.retracted,
        )
        for row in rows
    )


def _counted(who: Caller) -> Subquery:
    """How many memories in use of each force each engagement has."""
    of_force = (func.count().filter(ASSERTION.c.force == force.value).label(force.value) for force in Force)
    in_use = (ASSERTION.c.person_id == who.person_id) & (ASSERTION.c.state == State.ACTIVE.value)
    mine = select(ASSERTION.c.engagement_id, *of_force).where(in_use)
    return mine.group_by(ASSERTION.c.engagement_id).subquery()


async def change_engagement(connection: AsyncConnection, change: ChangeEngagement) -> None:
    """Changes what is named."""
    named = change.model_dump(include={"title", "seed", "status"}, exclude_none=True, mode="json")
    if named:
        mine = (ENGAGEMENT.c.person_id == change.caller.person_id) & (ENGAGEMENT.c.id == change.engagement_id)
        await connection.execute(update(ENGAGEMENT).where(mine).values(named))


async def people_with_expired(connection: AsyncConnection, now: datetime) -> list[Caller]:
    """Whose held assertions have waited too long."""
    rows = await call_function(connection, "people_with_expired", now)
    return [Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]) for row in rows]


async def list_expired(connection: AsyncConnection, who: Caller, now: datetime) -> list[UUID]:
    """A person's held assertions that have waited too long, oldest first."""
    overdue = (ASSERTION.c.person_id == who.person_id) & (ASSERTION.c.force == "held") & (ASSERTION.c.expires_at < now)
    rows = await connection.execute(select(ASSERTION.c.id).where(overdue).order_by(ASSERTION.c.expires_at))
    return [row.id for row in rows]


async def list_refusals(connection: AsyncConnection, who: Caller) -> RefusalList:
    """What is never to be remembered again, the newest first; what was said twice stands there once."""
    mine = (REFUSAL.c.person_id == who.person_id) & (REFUSAL.c.level == Level.NEVER.value)
    rows = await connection.execute(select(REFUSAL).where(mine).order_by(REFUSAL.c.created_at.desc()))
    once = {row.digest: row for row in reversed(rows.all())}.values()
    newest = sorted(once, key=lambda row: row.created_at, reverse=True)
    return RefusalList(
        refusals=tuple(RefusalView(refusal_id=row.id, text=row.text, created_at=row.created_at) for row in newest)
    )


async def lift_refusal(connection: AsyncConnection, who: Caller, refusal_id: UUID) -> bool:
    """Whether there was one to lift; every other no to the same words goes with it."""
    mine = REFUSAL.c.person_id == who.person_id
    words = select(REFUSAL.c.digest).where(mine & (REFUSAL.c.id == refusal_id)).scalar_subquery()
    lifted = await connection.execute(delete(REFUSAL).where(mine & (REFUSAL.c.digest == words)).returning(REFUSAL.c.id))
    return lifted.first() is not None
