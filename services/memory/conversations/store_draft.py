"""What was thought of a conversation becomes its draft."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.tables import CLOSING_DRAFT
from services.memory.store.context import MemoryContext
from shared.contracts.ids import new_id
from shared.contracts.work import SuggestedWork


async def store_draft(memory: MemoryContext, connection: AsyncConnection, work: SuggestedWork) -> None:
    """In the transaction that ends the work."""
    del memory
    await connection.execute(
        insert(CLOSING_DRAFT)
        .values(
            tenant_id=work.tenant_id,
            person_id=work.person_id,
            conversation_id=work.subject_id,
            version=1,
            memory_id=new_id(),
            body=work.model_dump_json(),
            epoch=work.epoch,
        )
        .on_conflict_do_nothing()
    )
