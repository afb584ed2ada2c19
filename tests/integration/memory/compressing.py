"""A work goes its way in this process: memory's own steps, the pages that the reflector reads, and its thinking."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from services.memory.conversations.gather import gather_conversation
from services.memory.conversations.store_draft import store_draft
from services.memory.conversations.talk_pages import get_talk_page
from services.memory.settings import MemorySettings
from services.memory.store.context import MemoryContext
from services.memory.work.admit_work import admit_work
from services.memory.work.stored_work import StoredWork, load_work
from services.memory.work.take_result import take_result
from services.reflector.thinking import Thinker, extract_entities, narrate_talk, suggest_place, weigh_changes
from shared.bus.broker import open_broker
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION
from shared.contracts.work import BackgroundWork, GatheredWork, GetTalkPage, TalkTurn
from tests.servers import FreshDatabase, Servers

Thought = Callable[[Thinker, Any, Sequence[TalkTurn]], Awaitable[BackgroundWork]]
THOUGHT: dict[str, Thought] = {
    "extract": extract_entities,
    "narrate": narrate_talk,
    "weigh": weigh_changes,
    "suggest": suggest_place,
}


@asynccontextmanager
async def as_chores(memory: MemoryContext, servers: Servers, database: FreshDatabase) -> AsyncIterator[MemoryContext]:
    """The same memory as its chores have it: only they may put works on their line."""
    settings = MemorySettings(nats_url=servers.nats_url("workers"), database_url=database.app_url)
    broker = open_broker("workers", settings, on_closed=lambda: None)
    await broker.connect()
    yield replace(memory, broker=broker)
    await memory.drain()
    await broker.stop()


@dataclass
class Compressing:
    """One work, and all that was put into it and read for it."""

    memory: MemoryContext
    who: Caller
    work_id: UUID
    thinker: Thinker
    forms: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)

    async def run(self) -> StoredWork:
        """From admission to its end."""
        await admit_work(self.memory, self.who, self.work_id)
        for _ in COMPRESSION.steps:
            if (found := await self._found()).state != "active":
                break
            await self._step(found)
        return await self._found()

    async def _step(self, found: StoredWork) -> None:
        work = found.as_offered(self.memory.clock())
        if found.step == "gather":
            work = await gather_conversation(self.memory, work) or work
        elif isinstance(work, GatheredWork) and found.step in THOUGHT:
            work = await THOUGHT[found.step](self.thinker, work, await self._talk(work))
        self.forms.append(work.model_dump_json())
        await take_result(self.memory, work, store_draft)

    async def _talk(self, work: GatheredWork) -> list[TalkTurn]:
        asked = [GetTalkPage(work_id=work.work_id, attempt=work.attempt, n=n) for n in range(work.pages)]
        pages = [await get_talk_page(self.memory, each) for each in asked]
        self.pages += [page.model_dump_json() for page in pages]
        return [turn for page in pages for turn in page.turns]

    async def _found(self) -> StoredWork:
        async with self.memory.reading(self.who) as connection:
            found = await load_work(connection, self.who, self.work_id)
        assert found is not None
        return found
