"""What compression begins with: where a conversation was spoken, and what is open."""

from sqlalchemy import select

from services.memory.people.tables import PERSON
from services.memory.store.context import MemoryContext
from services.memory.work.stored_work import owner_of_work
from shared.contracts.turns import EngagementKind
from shared.contracts.work import BackgroundWork, GatheredWork, TalkPlace


async def gather_conversation(memory: MemoryContext, work: BackgroundWork) -> GatheredWork | None:
    """The form with which thinking begins; nothing, where there is nothing to think about any more."""
    async with memory.reading(owner_of_work(work)) as connection:
        person = (await connection.execute(select(PERSON).where(PERSON.c.id == work.person_id))).one_or_none()
    if person is None:
        return None
    place = TalkPlace(engagement_id=person.personal_engagement_id, kind=EngagementKind.PERSONAL, title="Your Story")
    return GatheredWork.grown(
        work,
        language=person.language,
        time_zone=person.time_zone,
        may_spend=False,
        turns=1,
        pages=1,
        began_at=memory.clock(),
        ended_at=memory.clock(),
        places=(place,),
        open_threads=(),
    )
