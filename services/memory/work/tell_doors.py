"""A person's doors hear how their work goes: of each step where the broker is there, of an end surely."""

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.context import MemoryContext, post_letter
from services.memory.work.stored_work import StoredWork
from shared.bus.forwarding import publish_notice
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject


async def tell_of_progress(memory: MemoryContext, found: StoredWork) -> None:
    """A step was taken."""
    told = Changed(what=found.line.changes).model_dump_json().encode()
    await publish_notice(memory.broker, told, notice_subject(found.who.person_id), seconds=0)


async def tell_of_end(connection: AsyncConnection, found: StoredWork) -> None:
    """It will not be done; in the transaction that says so."""
    await post_letter(connection, found.who, notice_subject(found.who.person_id), Changed(what=found.line.changes))
