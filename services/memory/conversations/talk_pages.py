"""The transcript that a work is about, in pages, as it may be shown now."""

from services.memory.conversations.talk_turns import load_talk_page
from services.memory.ops.queries import owner_of_work
from services.memory.store.context import MemoryContext
from services.memory.store.database import plain_transaction
from services.memory.work.stored_work import load_work
from shared.contracts.errors import WorkIsOverError
from shared.contracts.work import GetTalkPage, TalkPage


async def get_talk_page(memory: MemoryContext, request: GetTalkPage) -> TalkPage:
    """One page; only while the work is active, and in that life of it; the person is whose it is."""
    async with plain_transaction(memory.database) as connection:
        who = await owner_of_work(connection, request.work_id)
    if who is None:
        raise WorkIsOverError
    async with memory.reading(who) as connection:
        found = await load_work(connection, who, request.work_id)
        if found is None or (found.state, found.attempt) != ("active", request.attempt):
            raise WorkIsOverError
        return await load_talk_page(connection, who, found.subject_id, request.n)
