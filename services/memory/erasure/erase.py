"""Erasing, for good: one memory with all that came of it, everything that was said, or the person.

Each is one transaction: all of it or nothing. It first ends the turn in flight, because copies of it are on their way
with the words in them; then the words leave every table; then the ledger says, in ids and numbers, what went. Once it
is committed, the broker's memory is cleared, and somebody else looks whether it is so (`verification.py`). A chore
writes the tables' files anew (`chores/rewrite_tables.py`).
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.refusal import Level, digest_of
from services.memory.erasure import pending_verifications, verification
from services.memory.erasure.ledger_entry import LONG, ErasureContext, record_erasure
from services.memory.erasure.meanings_out import Told, take_out_of_meanings
from services.memory.erasure.repeated_request import asked_with, said_farewell
from services.memory.erasure.texts_to_erase import MARK, Search, Traces, certainly_without, without_texts
from services.memory.erasure.verification import ErasureRecord
from services.memory.erasure.works_anew import drop_works, renew_works
from services.memory.index.edition import EDITION, SPACE
from services.memory.inflight.ending import Ending, ending_failure, failed_event, load_turn, store_failed
from services.memory.inflight.queue import MOST_LINES, begin_turn, load_closing, next_turn, tell_doors
from services.memory.reasoning.record_understanding import record_unanswered
from services.memory.store.context import MemoryContext, answer_once, post_letter, send_letters, stored_answer
from services.memory.store.database import run_for_one, run_statement
from services.memory.work.begin_work import announce_work
from shared.bus.failpoints import pass_failpoint
from shared.contracts.assertions import Label, text_hash
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import (
    AssertionNotFoundError,
    ForceError,
    PersonNotFoundError,
    StaleConfirmationError,
    StaleVersionError,
)
from shared.contracts.ids import new_id
from shared.contracts.notices import Changed, Failed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.erasure import EraseConversation, EraseMe, Receipt
from shared.contracts.requests.notebook import ChangeAssertion, Verb
from shared.contracts.turns import Turn
from shared.text.comparable import content_words

SPOKEN_BY_US = "offline"
"""Replies of the engine in the house say a memory word for word; a model may have said it in any words."""

NEAR = 0.25
"""Cosine from which a stretch of such a reply is taken to tell the memory: rather one too many. Of 15 pairs written for
it, those that tell had 0.27 to 0.53, the others 0.06 to 0.20."""


async def erase_conversation(memory: MemoryContext, command: EraseConversation) -> Receipt:
    """Everything that was said; memories stay."""
    who, key = command.caller, command.key
    return await erased_once(memory, who, key, lambda connection: erase_talk(memory, connection, who, key))


async def erased_once(
    memory: MemoryContext, who: Caller, key: Key, erase: Callable[[AsyncConnection], Awaitable["Work"]]
) -> Receipt:
    """Erases under the person's lock, and looks; the same key is told what was found then, or is found now."""
    work = list[Work]()
    async with memory.writing(who) as connection:

        async def do() -> Receipt:
            work.append(await erase(connection))
            return work[0].erased.receipt()

        answer = await answer_once(connection, who, key, Receipt, do)
    if not work:
        return await looked_again(memory, who, answer) or answer
    receipt = await finish_erasing(memory, who, work[0])
    await pending_verifications.resolve_verification(memory, who, receipt, key.value, receipt.model_dump_json())
    return receipt


async def erase_me(memory: MemoryContext, command: EraseMe) -> Receipt:
    """The person, and everything of theirs. The same key is told what was found then, or is found now."""
    who, key = command.caller, command.key
    async with memory.writing(who) as connection:
        if key is not None:
            await stored_answer(connection, who, key, Receipt)  # refuses a key that stood for something else
        gone = None if key is None else await said_farewell(connection, who, key)
        work = Work(gone) if gone is not None else await _erase_me(memory, connection, who, key)
    return await finish_erasing(memory, who, work)


async def _erase_me(memory: MemoryContext, connection: AsyncConnection, who: Caller, key: Key | None) -> "Work":
    begun = await begin_erasing(memory, connection, who)
    return await erase_person(connection, who, replace(begun, noted=asked_with(who, key), key=key))


async def looked_again(memory: MemoryContext, who: Caller, told: Receipt | None) -> Receipt | None:
    """A receipt that is still open, finished now: whoever was to do it may have died."""
    if told is None or told.status != "checking":
        return told
    return await pending_verifications.run_verification(memory, who, told.receipt_id) or told


async def finish_erasing(memory: MemoryContext, who: Caller, work: "Work") -> Receipt:
    """After the commit: clears the broker, lets the person's doors know, and has it looked at."""
    await pass_failpoint("erase.committed")
    cleared = await verification.clear_streams(memory, who, work.erased)
    receipt = await verification.verify_absence(memory, who, work.erased, cleared=cleared)
    memory.spawn(_tell(memory, who, work))
    if work.erased.works:
        memory.spawn(announce_work(memory))
    return receipt


async def _tell(memory: MemoryContext, who: Caller, work: "Work") -> None:
    if work.failed is not None:
        await tell_doors(memory, who.person_id, work.failed)
    if work.following is not None:
        await begin_turn(memory, work.following)
    await send_letters(memory, who)


@dataclass(frozen=True, slots=True)
class Work:
    """What was done, and what is to be said of it once it is committed."""

    erased: ErasureRecord
    failed: Failed | None = None
    following: Turn | None = None


async def erase_assertion(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, command: ChangeAssertion
) -> Work:
    """One memory: what came of it and what says the same go too, and its words leave whatever quotes them."""
    begun = replace(await begin_erasing(memory, connection, who), key=command.key)
    alone = command.verb is Verb.UNWRITE
    lineage = await lineage_of(connection, who, [command.assertion_id], alone=alone)
    first = next((row for row in lineage if row["id"] == command.assertion_id), None)
    if first is None:
        raise AssertionNotFoundError
    _require_seen(first, command)
    if alone:
        _require_just_written(lineage)
    refused = first if command.never_again else None
    going = Going(lineage, (first["id"],), refused, command.key, alone=alone)
    return await _erase(memory, connection, who, begun, going)


async def erase_memories(  # noqa: PLR0913, PLR0917  # the parts of one erasure
    memory: MemoryContext,
    connection: AsyncConnection,
    who: Caller,
    begun: ErasureContext,
    ids: Sequence[UUID],
    refused_id: UUID | None = None,
) -> Work:
    """Memories by their ids, as many of them as there are; the ledger names all of them."""
    lineage = await lineage_of(connection, who, ids)
    refused = next((row for row in lineage if row["id"] == refused_id), None)
    return await _erase(memory, connection, who, begun, Going(lineage, tuple(ids), refused))


@dataclass(frozen=True, slots=True)
class Going:
    """Memories that are to go, what was asked for, and what is never to be remembered again."""

    lineage: Sequence[Record]
    named: tuple[UUID, ...]
    refused: Record | None = None
    key: Key | None = None
    alone: bool = False
    """What says the same stays where it is: this was written a moment ago, and nothing has told it since."""

    @property
    def ids(self) -> list[UUID]:
        """All that go, and all that were asked for."""
        return list(dict.fromkeys([*(row["id"] for row in self.lineage), *self.named]))

    @property
    def vectors(self) -> tuple[str, ...]:
        """Their meanings, as they are stored."""
        return () if self.alone else tuple(row["embedding"] for row in self.lineage if row["embedding"])

    @property
    def traces(self) -> Traces:
        """How they may read elsewhere."""
        return Traces(frozenset(), frozenset()) if self.alone else _traces(self.lineage)

    @property
    def comparable(self) -> tuple[str, ...]:
        """Those of them that are of the embedder which the index is of."""
        return tuple(
            row["embedding"] for row in self.lineage if row["embedding"] and row["space"] == SPACE and not self.alone
        )


async def _erase(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, begun: ErasureContext, going: Going
) -> Work:
    taken = await take_out(connection, who, begun, going)
    if going.refused is not None:
        await _refuse(connection, who, going.refused, begun.person["secret"])
        begun = replace(begun, noted={**begun.noted, "refused": going.refused["id"]})
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="assertion",
        at=begun.now,
        removed=begun.removed,
        texts=taken.texts,
        ids=tuple(going.ids),
        vectors=going.vectors,
        ended_turn_id=begun.ended_turn_id,
        works=tuple(begun.works),
    )
    await record_erasure(connection, who, begun, erased, going.lineage, taken.touched)
    await pending_verifications.enqueue_verification(connection, who, going.key, begun, erased)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return Work(erased, begun.failed, await following_of(memory, connection, who, begun))


@dataclass(frozen=True, slots=True)
class TakenOut:
    """The texts that told some memories, and the other memories whose own words lost some of them."""

    texts: tuple[str, ...] = ()
    touched: tuple[UUID, ...] = ()


async def take_out(connection: AsyncConnection, who: Caller, begun: ErasureContext, going: Going) -> TakenOut:
    """Memories leave their own tables, and their words whatever else quotes them."""
    traces = going.traces
    touched = await _rewrite(connection, who, going, traces, begun)
    touched += await take_out_of_meanings(connection, who, begun, Told(going.ids, said=traces.contents | traces.words))
    parameters = {
        "person_id": who.person_id,
        "ids": going.ids,
        **_search(traces.telling),
        "mark": MARK,
        "ended_turn_id": begun.ended_turn_id,
        "digests": [digest_of(begun.person["secret"], text) for text in traces.contents],
    }
    begun.count(await run_for_one(connection, "erasure/erase_derived", parameters, seconds=LONG))
    begun.count(await run_for_one(connection, "erasure/delete_memories", parameters, seconds=LONG))
    return TakenOut(traces.telling, tuple(touched))


async def erase_talk(memory: MemoryContext, connection: AsyncConnection, who: Caller, key: Key | None = None) -> Work:
    """All lines, turns and replies, with what was read from them and asked in them."""
    begun = replace(await begin_erasing(memory, connection, who), key=key)
    turns = await _forget_talk(connection, who, begun)
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="conversation",
        at=begun.now,
        removed=begun.removed,
        ids=turns,
        ended_turn_id=begun.ended_turn_id,
        works=tuple(begun.works),
    )
    await record_erasure(connection, who, begun, erased)
    await pending_verifications.enqueue_verification(connection, who, key, begun, erased)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return Work(erased, begun.failed)


async def erase_person(connection: AsyncConnection, who: Caller, begun: ErasureContext) -> Work:
    """Everything of a person's. The audit and the ledger stay, in which nothing can be read of them."""
    person = {"person_id": who.person_id}
    await _forget_talk(connection, who, begun)
    begun.count(await run_for_one(connection, "erasure/delete_most", person, seconds=LONG))
    await run_statement(connection, "erasure/delete_person", person, seconds=LONG)
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="person",
        at=begun.now,
        removed=begun.removed,
        ids=(who.person_id,),
        ended_turn_id=begun.ended_turn_id,
        works=tuple(begun.works),
    )
    await record_erasure(connection, who, begun, erased)
    return Work(erased, begun.failed)


async def begin_erasing(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, actor: Literal["person", "system"] = "person"
) -> ErasureContext:
    """The turn in flight ends without a reply, and background work begins anew: all that is on its way is stale."""
    await run_statement(connection, "erasure/raise_timeout", {})
    person = await run_for_one(connection, "erasure/load_person", {"person_id": who.person_id})
    if person is None:
        raise PersonNotFoundError
    begun = ErasureContext(person, memory.clock(), actor=actor)
    await renew_works(connection, who, begun)
    if person["active_turn_id"] is None:
        return begun
    found = await load_turn(connection, who.person_id, person["active_turn_id"])
    if found is None:
        return begun
    told = ending_failure(Ending.INTERRUPTED, has_kept=found.has_kept)
    await store_failed(connection, found.turn, told, begun.now)
    if found.performed is not None:
        await record_unanswered(connection, found.performed, begun.now)
    failed = failed_event(found.turn.turn_id, found.turn.covers, told)
    return replace(begun, ended=found.turn, failed=failed)


async def following_of(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, begun: ErasureContext
) -> Turn | None:
    """What waited behind the turn that was ended, as it reads now."""
    if begun.ended is None:
        return None
    closing = await load_closing(connection, who.person_id, begun.ended.turn_id, MOST_LINES, memory.clock())
    return None if closing is None else await next_turn(memory, connection, begun.ended, closing)


async def lineage_of(
    connection: AsyncConnection, who: Caller, named: Sequence[UUID], *, alone: bool = False
) -> list[Record]:
    """The memories, what came of them, and what says the same in the same words; again, until nothing is added."""
    ids, lineage = list(named), list[Record]()
    while len(lineage) < len(ids):
        lineage = await run_statement(
            connection, "erasure/find_lineage", {"person_id": who.person_id, "ids": ids}, seconds=LONG
        )
        ids = [row["id"] for row in lineage]
        if alone or not lineage:
            break
        parameters = {"person_id": who.person_id, "ids": ids, **_search(_traces(lineage).telling_contents)}
        ids += [
            row["id"] for row in await run_statement(connection, "erasure/find_same_memories", parameters, seconds=LONG)
        ]
    return lineage


def _search(texts: Sequence[str]) -> dict[str, object]:
    search = Search.of(texts)
    return {"cores": search.cores, "pattern": search.pattern}


def _traces(lineage: Sequence[Record]) -> Traces:
    return Traces(
        contents=frozenset(text for row in lineage for text in (row["content"], *row["contents"])),
        words=frozenset(text for row in lineage for text in (row["own_words"], *row["words"])),
    )


def _require_seen(found: Record, command: ChangeAssertion) -> None:
    if found["version"] != command.version:
        raise StaleVersionError(found["version"])
    if command.text_hash is not None and command.text_hash != text_hash(found["content"]):
        raise StaleConfirmationError


def _require_just_written(lineage: Sequence[Record]) -> None:
    """Undoing is no way to erase: it is for what the person wrote themself, as long as nothing has become of it."""
    *came_of_it, written = lineage
    if came_of_it or written["label"] != Label.WRITTEN or written["version"] != 1:
        raise ForceError(Verb.UNWRITE.value, written["force"])


async def _rewrite(
    connection: AsyncConnection, who: Caller, going: Going, traces: Traces, begun: ErasureContext
) -> list[UUID]:
    """Puts a mark where the words stood; gives the other memories whose own words lost some."""
    parameters = {"person_id": who.person_id, "ids": going.ids, **_search(traces.telling)}
    left: dict[tuple[str, UUID], str] = {}
    for row in await run_statement(connection, "erasure/find_in_turns", parameters, seconds=LONG):
        left[row["place"], row["id"]] = _left_of(row, traces)
    left.update(await _paraphrases(connection, who, going, traces))
    for row in await run_statement(connection, "erasure/find_in_texts", parameters, seconds=LONG):
        without_it = without_texts(row["text"], traces.telling)
        if without_it != row["text"]:
            left.setdefault((row["place"], row["id"]), without_it)
    await run_statement(
        connection,
        "erasure/rewrite_texts",
        {
            "person_id": who.person_id,
            "places": [place for place, _ in left],
            "ids": [identifier for _, identifier in left],
            "texts": list(left.values()),
        },
        seconds=LONG,
    )
    touched = [identifier for place, identifier in left if place == "own_words" and identifier not in going.ids]
    for place, _ in left:
        begun.count({"own_words" if place == "own_words" else f"{place}s": 1})
    return touched


async def _paraphrases(
    connection: AsyncConnection, who: Caller, going: Going, traces: Traces
) -> dict[tuple[str, UUID], str]:
    """Replies of a model that was shown it, and that have a content word of it, or are near to it in meaning."""
    meant = {"vectors": going.comparable, "near": NEAR, "edition": EDITION}
    parameters = {"person_id": who.person_id, "ids": going.ids, **meant}
    told = content_words(" ".join(traces.contents | traces.words))
    rows = await run_statement(connection, "erasure/find_paraphrases", parameters, seconds=LONG)
    return {("message", row["id"]): MARK for row in rows if row["near"] or told & content_words(row["text"])}


def _left_of(row: Record, traces: Traces) -> str:
    """What is left of a text that is known to tell the memory."""
    if row["role"] == "companion" and row["provider"] != SPOKEN_BY_US:
        return MARK
    return without_texts(certainly_without(row["text"], [*row["words"], *traces.telling]), traces.telling)


async def _refuse(connection: AsyncConnection, who: Caller, first: Record, secret: bytes) -> None:
    """The one thing that an erasure keeps, because the person asked for it."""
    parameters = {
        "id": new_id(),
        "tenant_id": who.tenant_id,
        "person_id": who.person_id,
        "level": Level.NEVER.value,
        "digest": digest_of(secret, first["content"]),
        "text": first["content"],
        "embedding": first["embedding"],
        "space": 0 if first["embedding"] is None else first["space"],
    }
    await run_statement(connection, "erasure/add_refusal", parameters)


async def _forget_talk(connection: AsyncConnection, who: Caller, begun: ErasureContext) -> tuple[UUID, ...]:
    person: dict[str, object] = {"person_id": who.person_id, "turns": None, "ids": None}
    await drop_works(connection, who, begun)
    begun.count(await run_for_one(connection, "erasure/empty_quotes", person, seconds=LONG))
    begun.count(await run_for_one(connection, "erasure/delete_all_talk", person, seconds=LONG))
    turns = tuple(
        row["id"] for row in await run_statement(connection, "erasure/delete_all_turns", person, seconds=LONG)
    )
    begun.count({"turns": len(turns)})
    begun.count(await run_for_one(connection, "erasure/drop_conversations", person, seconds=LONG))
    return turns
