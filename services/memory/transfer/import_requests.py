"""Bringing a file back: its rows are stored as they come, and land held, batch by batch, once the last has come.

One yes that names count and file then gives back what they were. Both are carried out by whoever comes to it: a short
file within its own request, a long one by the chore.
"""

import json
from collections.abc import Mapping
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.repository import LoadPlan, open_book
from services.memory.consent.operation_result import near_known
from services.memory.store.context import MemoryContext, answer_once
from services.memory.store.database import run_for_one, run_statement
from services.memory.transfer.brought_meanings import (
    BroughtConversation,
    BroughtDelta,
    BroughtEntity,
    BroughtNarrative,
)
from services.memory.transfer.import_batches import finish_import
from services.memory.transfer.import_file import (
    Brought,
    BroughtAssertion,
    BroughtEngagement,
    BroughtEntry,
    BroughtRefusal,
    not_in_the_file,
    read_row,
)
from services.memory.transfer.import_under_way import Import
from shared.contracts.assertions import Force
from shared.contracts.envelope import Caller
from shared.contracts.errors import ImportMismatchError, ImportNotFoundError, NoPersonalEngagementError
from shared.contracts.requests.notebook import GetImport, ImportList, ListImports
from shared.contracts.requests.transfer import ConfirmImport, ImportDiffers, ImportRows, ImportState

AT_ONCE = 500
"""Rows of a file that is finished within its request; of a longer one the person is told how far it is."""
LONG = 20.0
"""Seconds that a look at all rows of a file may take."""
MOST_LISTED = 50
CONFIRMED, WAITS = "confirmed", "held"


# ---- taking rows in ----------------------------------------------------------------------------------------------


async def receive_rows(memory: MemoryContext, command: ImportRows) -> ImportState:
    """The next rows of a file; with the last of them it begins to land, or nothing of it does."""
    who = command.caller
    try:
        now = memory.clock()
        rows = {number: read_row(number + 1, text, now) for number, text in enumerate(command.rows, command.first)}
        async with memory.writing(who) as connection:

            async def do() -> ImportState:
                return await _take(memory, connection, command, rows)

            state = await answer_once(connection, who, command.key, ImportState, do)
    except ImportMismatchError:
        async with memory.writing(who) as connection:
            await run_statement(connection, "transfer/import_drop", _batch_of(command))
        raise
    return await _carried_out(memory, command, state) if command.last else state


async def _take(
    memory: MemoryContext, connection: AsyncConnection, command: ImportRows, rows: Mapping[int, Brought]
) -> ImportState:
    batch = _batch_of(command)
    named = {"file_hash": command.file_hash, "count": command.count, "now": memory.clock()}
    begun = await run_for_one(connection, "transfer/import_begin", {**batch, **named})
    if begun is None or (begun["file_hash"], begun["count"]) != (command.file_hash, command.count):
        raise ImportMismatchError("This import was begun with another file.")
    if begun["status"] != "receiving":
        return _state(begun)
    await run_statement(connection, "transfer/import_stage", {**batch, **_staged(command, rows)})
    if command.last:
        return await _accept(connection, command)
    memories = sum(isinstance(row, BroughtAssertion) for row in rows.values())
    return _state(await run_for_one(connection, "transfer/import_received", {**batch, "memories": memories}) or begun)


async def _accept(connection: AsyncConnection, command: ImportRows) -> ImportState:
    """A file that has come whole; what is wrong with it is said at once."""
    batch = _batch_of(command)
    whole = await run_for_one(connection, "transfer/import_whole", batch, seconds=LONG)
    if whole is None or whole["rows"] != whole["numbered"] or whole["memories"] != command.count:
        raise ImportMismatchError("Rows of this file are missing, or it has more than were announced.")
    if whole["misplaced"] is not None:
        raise not_in_the_file(whole["misplaced"] + 1, "engagement_id")
    if not whole["has_story"]:
        raise NoPersonalEngagementError
    wanted = {"memories": whole["memories"], "rows": whole["rows"], "plain": whole["plain"]}
    accepted = await run_for_one(
        connection, "transfer/import_accepted", {**batch, **wanted, "command_key": command.key.value}
    )
    if accepted is None:
        raise ImportNotFoundError
    return _state(accepted)


def _batch_of(command: ImportRows | ConfirmImport | GetImport) -> dict[str, object]:
    who = command.caller
    return {"tenant_id": who.tenant_id, "person_id": who.person_id, "id": command.import_id}


def _staged(command: ImportRows, rows: Mapping[int, Brought]) -> dict[str, object]:
    brought = list(rows.values())
    assertions = [row if isinstance(row, BroughtAssertion) else None for row in brought]
    return {
        "numbers": list(rows),
        # Written anew, so that a letter is found as a letter: a file may have it as an escape.
        "bodies": [json.dumps(json.loads(text), ensure_ascii=False) for text in command.rows],
        "kinds": list(map(_kind, brought)),
        "subjects": list(map(_subject, brought)),
        "places": [one.engagement_id if one else None for one in assertions],
        "place_numbers": [one.display_number if one else 0 for one in assertions],
        "pointing": [one is not None and bool(one.replaces_id or one.source_assertion_id) for one in assertions],
        "taken_back": [one is not None and one.force is Force.RETRACTED for one in assertions],
    }


KINDS: Mapping[type[Brought], str] = {
    BroughtAssertion: "assertion",
    BroughtEngagement: "engagement",
    BroughtEntry: "history",
    BroughtConversation: "conversation",
    BroughtNarrative: "narrative",
    BroughtEntity: "entity",
    BroughtDelta: "delta",
}


def _kind(row: Brought) -> str:
    if isinstance(row, BroughtRefusal):
        return "plain" if row.text is None else "never"
    return KINDS[type(row)]


def _subject(row: Brought) -> UUID | None:
    if isinstance(row, BroughtRefusal):
        return None
    if isinstance(row, BroughtEngagement):
        return row.engagement_id
    return row.conversation_id if isinstance(row, BroughtConversation) else row.assertion_id


# ---- the one yes -------------------------------------------------------------------------------------------------


async def confirm_import(memory: MemoryContext, command: ConfirmImport) -> ImportState:
    """The person's yes: the memories of a file are given back what they were: force, history, all of it."""
    who = command.caller
    async with memory.writing(who) as connection:

        async def do() -> ImportState:
            batch = await run_for_one(connection, "transfer/import_batch", _batch_of(command))
            if batch is None:
                raise ImportNotFoundError
            if (batch["file_hash"], batch["count"]) != (command.file_hash, command.count):
                raise ImportMismatchError("This is not the file, or not the number of memories, that was imported.")
            if batch["status"] == "receiving":
                raise ImportMismatchError("This file has not arrived whole; send it again.")
            if batch["status"] == "landing":
                raise ImportMismatchError("This file has not landed whole yet; it can be agreed to when it has.")
            if batch["status"] != WAITS:
                return _state(batch)
            key = {"command_key": command.key.value}
            return _state(await run_for_one(connection, "transfer/import_yes", {**_batch_of(command), **key}) or batch)

        state = await answer_once(connection, who, command.key, ImportState, do)
    return await _carried_out(memory, command, state)


async def _carried_out(memory: MemoryContext, command: ImportRows | ConfirmImport, begun: ImportState) -> ImportState:
    """How it stands after what is short was carried out at once."""
    if begun.total <= AT_ONCE:
        await finish_import(memory, Import(command.caller, command.import_id))
    return await get_import(memory, GetImport(caller=command.caller, import_id=command.import_id))


# ---- how it stands -----------------------------------------------------------------------------------------------


async def get_import(memory: MemoryContext, query: GetImport) -> ImportState:
    """One import of the person's."""
    who = query.caller
    async with memory.reading(who) as connection:
        batch = await run_for_one(connection, "transfer/import_batch", _batch_of(query))
        if batch is None:
            raise ImportNotFoundError
        differs = await _differs(memory, connection, who, batch) if batch["status"] == WAITS else ()
    return _state(batch).model_copy(update={"differs": differs})


async def list_imports(memory: MemoryContext, query: ListImports) -> ImportList:
    """What the person brought in, the newest first."""
    who = query.caller
    async with memory.reading(who) as connection:
        rows = await run_statement(
            connection, "transfer/import_list", {"person_id": who.person_id, "most": MOST_LISTED}
        )
    return ImportList(imports=tuple(map(_state, rows)))


def _state(batch: Record) -> ImportState:
    return ImportState.model_validate({**dict(batch), "import_id": batch["id"]})


async def _differs(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, batch: Record
) -> tuple[ImportDiffers, ...]:
    """What of it cannot be meant beside what is known of the person already, as both read now."""
    ids = batch["differing"]
    if not ids:
        return ()
    book = (await open_book(connection, who, LoadPlan(ids=frozenset(ids)), memory.clock())).book
    found = (
        (book.assertions.get(new), book.assertions.get(known)) for new, known in zip(ids[::2], ids[1::2], strict=True)
    )
    return tuple(ImportDiffers(text=new.content, known=near_known(known)) for new, known in found if new and known)
