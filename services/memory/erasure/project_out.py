"""A project goes: its memories move to Your Story or go with it, as the person says; what was said in it goes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import queries as knowledge
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.erasure import pending_verifications
from services.memory.erasure.erase import (
    Going,
    TakenOut,
    Work,
    begin_erasing,
    erased_once,
    following_of,
    lineage_of,
    take_out,
)
from services.memory.erasure.ledger_entry import LONG, ErasureContext, record_erasure
from services.memory.erasure.meanings_out import Told, take_out_of_meanings
from services.memory.erasure.verification import ErasureRecord
from services.memory.store.context import MemoryContext, post_letter
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import (
    NoPersonalEngagementError,
    ProjectNotFoundError,
    StoryStaysError,
    UnreadableMemoriesError,
)
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.erasure import EraseEngagement, Receipt
from shared.contracts.requests.ops import LedgerEntry
from shared.contracts.turns import EngagementKind

CARRIED = "its project was erased"


@dataclass(frozen=True, slots=True)
class Leaving:
    """A project that is to go, and what is to become of its memories."""

    engagement_id: UUID
    memories: Literal["move", "erase"]
    key: Key | None = None
    entry: LedgerEntry | None = None
    """Of an older ledger: it is done again, by the system and under its own number."""


async def erase_engagement(memory: MemoryContext, command: EraseEngagement) -> Receipt:
    """A project, by the person's own hand."""
    who, leaving = command.caller, Leaving(command.engagement_id, command.memories, command.key)

    async def erase(connection: AsyncConnection) -> Work:
        found = await knowledge.list_engagements(connection, who, command.engagement_id)
        if not found:
            raise ProjectNotFoundError
        if found[0].kind is EngagementKind.PERSONAL:
            raise StoryStaysError
        return await erase_project(memory, connection, who, leaving)

    return await erased_once(memory, who, command.key, erase)


async def erase_project(memory: MemoryContext, connection: AsyncConnection, who: Caller, leaving: Leaving) -> Work:
    """In the caller's transaction: its memories, its talk, itself."""
    await run_statement(connection, "erasure/raise_timeout", {})
    place: dict[str, object] = {"person_id": who.person_id, "engagement_id": leaving.engagement_id}
    (found,) = await run_statement(connection, "erasure/find_in_project", place, seconds=LONG)
    place["turns"] = found["turns"]
    away = _moved_away if leaving.memories == "move" else _taken_along
    gone = await away(memory, connection, who, leaving, place, found["memories"])
    begun = gone.begun
    told = Told(turns=found["turns"], places=[leaving.engagement_id])
    await take_out_of_meanings(connection, who, begun, told)
    await _forget(connection, place, begun)
    begun.count({"turns": len(found["turns"])})
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="project",
        at=begun.now,
        removed=begun.removed,
        texts=gone.taken.texts,
        ids=(leaving.engagement_id, *gone.going.ids, *found["turns"]),
        vectors=gone.going.vectors,
        subjects=(leaving.engagement_id, *gone.going.ids),
        ended_turn_id=begun.ended_turn_id,
        works=tuple(begun.works),
    )
    await record_erasure(connection, who, begun, erased, gone.going.lineage, gone.taken.touched)
    await pending_verifications.enqueue_verification(connection, who, leaving.key, begun, erased)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="engagements"))
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return Work(erased, begun.failed, await following_of(memory, connection, who, begun))


@dataclass(frozen=True, slots=True)
class Gone:
    """What became of a project's memories."""

    begun: ErasureContext
    going: Going
    taken: TakenOut


async def _moved_away(  # noqa: PLR0913, PLR0917  # where, whose, what
    memory: MemoryContext,
    connection: AsyncConnection,
    who: Caller,
    leaving: Leaving,
    place: Mapping[str, object],
    ids: Sequence[UUID],
) -> Gone:
    """They move first: that is a change like any other, and the erasure's row of the audit follows on theirs."""
    words = await run_for_one(connection, "erasure/empty_own_words", place, seconds=LONG)
    await _move(memory, connection, who, leaving, ids)
    begun = await _begun(memory, connection, who, leaving)
    begun.count(words)
    return Gone(begun, Going((), ()), TakenOut())


async def _taken_along(  # noqa: PLR0913, PLR0917  # where, whose, what
    memory: MemoryContext,
    connection: AsyncConnection,
    who: Caller,
    leaving: Leaving,
    place: Mapping[str, object],
    ids: Sequence[UUID],
) -> Gone:
    """Each as if it were erased by hand; whose own words are still needed to find where else they stand."""
    begun = await _begun(memory, connection, who, leaving)
    named = (*ids, *(leaving.entry.subjects[1:] if leaving.entry else ()))
    going = Going(await lineage_of(connection, who, named), named)
    taken = await take_out(connection, who, begun, going) if named else TakenOut()
    begun.count(await run_for_one(connection, "erasure/empty_own_words", place, seconds=LONG))
    return Gone(begun, going, taken)


async def _begun(memory: MemoryContext, connection: AsyncConnection, who: Caller, leaving: Leaving) -> ErasureContext:
    noted = {"memories": leaving.memories}
    if leaving.entry is None:
        return replace(await begin_erasing(memory, connection, who), noted=noted, key=leaving.key)
    begun = await begin_erasing(memory, connection, who, actor="system")
    return replace(begun, receipt_id=leaving.entry.erasure_id, noted=noted)


async def _move(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, leaving: Leaving, ids: Sequence[UUID]
) -> None:
    """All of them, also what was taken back or set aside: as they stand, numbered on in Your Story."""
    if not ids:
        return
    opened = await open_book(connection, who, LoadPlan(ids=frozenset(ids)), memory.clock())
    story, lost = opened.book.personal_id, [one for one in ids if one not in opened.book.assertions]
    if story is None:
        raise NoPersonalEngagementError
    if lost:
        raise UnreadableMemoriesError(len(lost))
    for assertion_id in ids:
        opened.book.carry_to(assertion_id, story, CARRIED)
    await save_book(connection, who, opened, key=leaving.key)


async def _forget(connection: AsyncConnection, place: Mapping[str, object], begun: ErasureContext) -> None:
    """What was said in it, and the project itself."""
    begun.count(await run_for_one(connection, "erasure/empty_quotes", place, seconds=LONG))
    begun.count(await run_for_one(connection, "erasure/delete_talk_of_turns", place, seconds=LONG))
    await run_statement(connection, "erasure/delete_turns", place, seconds=LONG)
    begun.count(await run_for_one(connection, "erasure/delete_project", place, seconds=LONG))
