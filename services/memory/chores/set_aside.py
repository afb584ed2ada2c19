"""Forgetting over time: what nobody touched for long is set aside, the person is told, and it is erased a month later.

Each beat goes through so many persons and the next one goes on behind them; each person's part is done under their
lock and looks at everything anew, so that any number of replicas do it once.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.policy import is_safety
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.chores.forgetting_rule import may_be_set_aside
from services.memory.erasure import pending_verifications
from services.memory.erasure.erase import Work, begin_erasing, erase_memories, finish_erasing, lineage_of
from services.memory.ops.event_counts import note_counts
from services.memory.ops.events import MEMORY, Tally
from services.memory.store.context import MemoryContext, post_letter, send_letters
from services.memory.store.database import call_function, plain_transaction, run_statement
from shared.bus.chores import one_by_one
from shared.bus.logs import log_event
from shared.contracts.envelope import Caller
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject

ANNOUNCED = timedelta(days=7)
"""So long before it is erased the person is told once more."""
MOST_PEOPLE = 200
"""Of one beat."""
MOST_LOOKED_AT = 1_000
MOST_SET_ASIDE = 200
MOST_PURGED = 50
"""Of one person and one beat: their lock must not be held for long."""


@dataclass
class SettingAside:
    """The chore, and behind whom its next beat goes on."""

    memory: MemoryContext
    untouched: timedelta
    set_aside: timedelta
    beyond: UUID | None = None

    async def forget(self) -> None:
        """One beat. Who fails it is passed by: the others are not kept waiting."""
        people = await self._people()
        self.beyond = people[-1].person_id if len(people) == MOST_PEOPLE else None
        await one_by_one("forget", people, self._forget_for)

    async def _people(self) -> list[Caller]:
        now = self.memory.clock()
        bounds = (now - self.untouched, now + ANNOUNCED, now, self.beyond, MOST_PEOPLE)
        async with plain_transaction(self.memory.database) as connection:
            rows = await call_function(connection, "people_to_forget_for", *bounds)
        return [Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]) for row in rows]

    async def _forget_for(self, who: Caller) -> None:
        now = self.memory.clock()
        async with self.memory.writing(who) as connection:
            aside = await self._set_aside(connection, who, now)
            announced = await _announce(connection, who, now)
            if aside or announced:
                await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
                await post_letter(connection, who, notice_subject(who.person_id), Changed(what="set_aside"))
        purged = await self._purge(who, now)
        await send_letters(self.memory, who)
        done = [*_tallied("soft_delete", aside), *_tallied("purge", purged)]
        if announced:
            done.append(Tally(MEMORY, "announce_purge", count=announced))
        await note_counts(self.memory, *done)

    async def _set_aside(self, connection: AsyncConnection, who: Caller, now: datetime) -> list[str]:
        """Of which categories they were."""
        since = now - self.untouched
        wanted = {"person_id": who.person_id, "untouched_since": since, "most": MOST_LOOKED_AT}
        found = await run_statement(connection, "chores/list_untouched", wanted)
        ids = [row["id"] for row in found if not is_safety(row["content"])][:MOST_SET_ASIDE]
        if not ids:
            return []
        opened = await open_book(connection, who, LoadPlan(ids=frozenset(ids)), now)
        found_again = [opened.book.assertions[one] for one in ids if one in opened.book.assertions]
        untouched = [one.assertion_id for one in found_again if may_be_set_aside(one, since)]
        for assertion_id in untouched:
            opened.book.soft_delete(assertion_id, now + self.set_aside)
        await save_book(connection, who, opened)
        return [opened.book.get(one).category for one in untouched]

    async def _purge(self, who: Caller, now: datetime) -> list[str]:
        """Erases what is due, in a transaction of its own, as if by hand; somebody else looks. Of which categories."""
        async with self.memory.writing(who) as connection:
            wanted = {"person_id": who.person_id, "now": now, "most": MOST_PURGED}
            categories = {
                row["id"]: row["category"] for row in await run_statement(connection, "chores/list_purgeable", wanted)
            }
            due = list(categories)
            going = await _with_nothing_that_stays(connection, who, due)
            await self._postpone(connection, who, [one for one in due if one not in going], now)
            work = await _erase(self.memory, connection, who, going) if going else None
        if work is not None:
            receipt = await finish_erasing(self.memory, who, work)
            await pending_verifications.resolve_verification(self.memory, who, receipt)
            if receipt.status != "gone":
                log_event("purged_still_found", receipt_id=str(receipt.receipt_id), status=receipt.status)
        return [categories[one] for one in going]

    async def _postpone(self, connection: AsyncConnection, who: Caller, ids: Sequence[UUID], now: datetime) -> None:
        if ids:
            wanted = {"person_id": who.person_id, "ids": ids, "until": now + self.set_aside}
            await run_statement(connection, "chores/postpone_purge", wanted)


def _tallied(operation: str, categories: Sequence[str]) -> list[Tally]:
    return [Tally(MEMORY, operation, count=count, category=one) for one, count in sorted(Counter(categories).items())]


async def _announce(connection: AsyncConnection, who: Caller, now: datetime) -> int:
    soon = now + ANNOUNCED
    wanted = {"person_id": who.person_id, "now": now, "warned_by": soon, "purged_from": soon}
    return len(await run_statement(connection, "chores/announce_purge", wanted))


async def _with_nothing_that_stays(connection: AsyncConnection, who: Caller, due: Sequence[UUID]) -> list[UUID]:
    """An erasure takes along what came of a memory and what says the same: nothing that is not due itself may go so."""
    if not due or {row["id"] for row in await lineage_of(connection, who, due)} <= set(due):
        return list(due)
    kin = {one: {row["id"] for row in await lineage_of(connection, who, [one])} for one in due}
    return [one for one in due if kin[one] <= set(due)]


async def _erase(memory: MemoryContext, connection: AsyncConnection, who: Caller, ids: Sequence[UUID]) -> Work:
    begun = await begin_erasing(memory, connection, who, actor="system")
    return await erase_memories(memory, connection, who, begun, ids)
