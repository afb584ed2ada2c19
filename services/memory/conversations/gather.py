"""What compression begins with: where a conversation was spoken, how much of it there is, and what is open."""

import json
from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.tables import ENGAGEMENT
from services.memory.conversations.conversation_moves import READY
from services.memory.conversations.stored_conversation import find_conversation
from services.memory.conversations.talk_turns import count_pages
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.entities import OpenThread
from shared.contracts.envelope import Caller
from shared.contracts.errors import ConversationNotFoundError
from shared.contracts.requests.people import EngagementStatus
from shared.contracts.turns import EngagementKind
from shared.contracts.work import MOST_TURNS, BackgroundWork, GatheredWork, TalkPlace

MOST_PLACES = 100
MOST_OPEN = 200
"""What one form carries; the oldest threads are the ones that most need an end."""


async def gather_conversation(memory: MemoryContext, work: BackgroundWork) -> GatheredWork | None:
    """The form with which thinking begins; nothing, where the conversation goes on, or nothing of it is left."""
    who = Caller(tenant_id=work.tenant_id, person_id=work.person_id)
    async with memory.reading(who) as connection:
        try:
            found = await find_conversation(connection, who, work.subject_id)
        except ConversationNotFoundError:
            return None
        mine = {"person_id": who.person_id, "conversation_id": found.conversation_id}
        person = await run_for_one(connection, "conversations/load_gathering", {**mine, "now": memory.clock()})
        talk = await run_for_one(connection, "conversations/count_talk", {**mine, "most": MOST_TURNS})
        if found.status is not READY or person is None or talk is None or not talk["turns"]:
            return None
        return GatheredWork.grown(
            work,
            language=person["spoken"] or person["language"],
            time_zone=person["time_zone"],
            may_spend=person["may_spend"],
            turns=talk["turns"],
            pages=count_pages(talk["turns"]),
            began_at=talk["began_at"],
            ended_at=talk["ended_at"],
            places=await _places(connection, who, json.loads(talk["places"])),
            open_threads=await _open_threads(connection, who),
        )


async def _open_threads(connection: AsyncConnection, who: Caller) -> tuple[OpenThread, ...]:
    wanted = {"person_id": who.person_id, "most": MOST_OPEN}
    rows = await run_statement(connection, "conversations/list_open_threads", wanted)
    return tuple(OpenThread(**dict(row)) for row in rows)


async def _places(connection: AsyncConnection, who: Caller, spoken: Mapping[str, int]) -> tuple[TalkPlace, ...]:
    """Your Story first, then the projects that are not archived, those spoken of most first."""
    usable = (ENGAGEMENT.c.person_id == who.person_id) & (ENGAGEMENT.c.status != EngagementStatus.ARCHIVED.value)
    places = [
        TalkPlace(
            engagement_id=UUID(str(row.id)),
            kind=EngagementKind(row.kind),
            title=row.title,
            seed=row.seed,
            turns=spoken.get(str(row.id), 0),
        )
        for row in await connection.execute(select(ENGAGEMENT).where(usable))
    ]
    ordered = sorted(places, key=lambda place: (place.kind is not EngagementKind.PERSONAL, -place.turns, place.title))
    return tuple(ordered[:MOST_PLACES])
