"""Engagements' SQL."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import case, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.knowledge.tables import ENGAGEMENT
from shared.queries import Caller, ChangeEngagement, EngagementStatus, EngagementView
from shared.turns import EngagementKind


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


async def engagements(
    connection: AsyncConnection, who: Caller, engagement_id: UUID | None = None
) -> tuple[EngagementView, ...]:
    """All of a person's engagements or one of them, Your Story first."""
    personal_first = case((ENGAGEMENT.c.kind == EngagementKind.PERSONAL.value, 0), else_=1)
    wanted = select(ENGAGEMENT).where(ENGAGEMENT.c.person_id == who.person_id)
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
        )
        for row in rows
    )


async def change_engagement(connection: AsyncConnection, change: ChangeEngagement) -> None:
    """Changes what is named."""
    named = change.model_dump(include={"title", "seed", "status"}, exclude_none=True, mode="json")
    if named:
        mine = (ENGAGEMENT.c.person_id == change.caller.person_id) & (ENGAGEMENT.c.id == change.engagement_id)
        await connection.execute(update(ENGAGEMENT).where(mine).values(named))
