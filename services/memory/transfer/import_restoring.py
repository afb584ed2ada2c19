"""The one yes to a file gives its memories back what they were: force, history, all of it."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.assertion import Actor, Assertion
from services.memory.assertions.refusal import digest_of
from services.memory.assertions.repository import AuditCause, LoadPlan, OpenedBook, link_audit, open_book
from services.memory.store.context import MemoryContext, post_letter
from services.memory.store.database import run_statement
from services.memory.transfer.import_file import BroughtAssertion, BroughtEntry, restore_landed, row_as
from services.memory.transfer.import_meanings import land_meanings
from services.memory.transfer.import_refusals import REFUSED_BY
from services.memory.transfer.import_under_way import Import, key_of
from shared.contracts.assertions import Force
from shared.contracts.ids import new_id
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject

LONG = 20.0
"""Seconds for a statement: a memory of a file may have thousands of rows of history."""
AT_ONCE = 100
"""Memories of one transaction."""
RESTORED = "confirm import"


async def restore_batch(memory: MemoryContext, connection: AsyncConnection, one: Import, batch: Record) -> bool:
    """The next batch; says whether there may be more."""
    rows = await run_statement(connection, "transfer/import_waiting", {**one.named, "most": AT_ONCE}, seconds=LONG)
    if rows:
        await _restore(memory, connection, one, batch, rows)
    elif await land_meanings(memory, connection, one):
        return True
    else:
        await run_statement(connection, "transfer/import_confirmed", one.named, seconds=LONG)
        await post_letter(connection, one.who, notice_subject(one.who.person_id), Changed(what="memory"))
    return bool(rows)


async def _restore(
    memory: MemoryContext, connection: AsyncConnection, one: Import, batch: Record, rows: Sequence[Record]
) -> None:
    now = memory.clock()
    brought = {row["number"]: row_as(BroughtAssertion, row["body"], now) for row in rows if row["assertion_id"]}
    entries = [row_as(BroughtEntry, row["body"], now) for row in rows if not row["assertion_id"]]
    in_file = {row.assertion_id: row for row in brought.values() if row is not None}
    opened = await open_book(connection, one.who, LoadPlan(ids=frozenset(in_file)), now)
    back = dict(_back(opened, in_file, now))
    told = _told([entry for entry in entries if entry is not None and entry.assertion_id in back])
    parameters = {
        "import_id": one.import_id,
        "now": now,
        "rows": _json(map(_restored_row, back.values())),
        **told,
        "audit": _json(_chained(opened, back, AuditCause(opened.book.secret, key_of(batch["command_key"])), now)),
        "refused": _json(_refusals(opened, back)),
        "related": _json(_related(in_file, back)),
        "numbers": [row["number"] for row in rows],
        "done": len(brought),
    }
    await run_statement(connection, "transfer/import_restored", {**one.named, **parameters}, seconds=LONG)


def _back(
    opened: OpenedBook, in_file: Mapping[UUID, BroughtAssertion], now: datetime
) -> Iterable[tuple[UUID, Assertion]]:
    """What goes back to what it was; not what the person has decided about since, nor what they refused."""
    for assertion_id, row in in_file.items():
        held = opened.book.assertions.get(assertion_id)
        if held is None:
            continue
        comes_back = row.force is not Force.RETRACTED
        if comes_back and opened.book.is_refused(held.content):
            continue
        back = restore_landed(held, row, now)
        if back is not None:
            yield assertion_id, back


def _restored_row(back: Assertion) -> dict[str, object]:
    return {
        "id": back.assertion_id,
        "force": back.force,
        "previous_force": back.previous_force,
        "reason": back.reason,
        "version": back.version,
        "expires_at": back.expires_at,
    }


def _told(entries: Sequence[BroughtEntry]) -> dict[str, object]:
    """The histories that the file has, in its order; the newest entry of each is what changed in this revision."""
    newest = {entry.assertion_id: place for place, entry in enumerate(entries)}
    told = (_entry(entry, place, newest[entry.assertion_id]) for place, entry in enumerate(entries))
    return {"with_history": list(newest), "history": _json(told)}


def _entry(entry: BroughtEntry, place: int, newest: int) -> dict[str, object]:
    return {**asdict(entry), "id": new_id(), "place": place, "newest": place == newest}


def _chained(
    opened: OpenedBook, back: Mapping[UUID, Assertion], cause: AuditCause, now: datetime
) -> Iterable[dict[str, object]]:
    chain = opened.head.chain
    for number, assertion in enumerate(back.values(), opened.head.number + 1):
        entry = {
            "number": number,
            "actor": Actor.PERSON,
            "verb": RESTORED,
            "assertion_id": assertion.assertion_id,
            "force_from": opened.book.assertions[assertion.assertion_id].force,
            "force_to": assertion.force,
            "version": assertion.version,
            "turn_id": None,
            "content_hash": hmac.new(opened.book.secret, assertion.content.encode(), hashlib.sha256).hexdigest(),
            **cause.told(assertion.provenance.prompt_version),
        }
        chain = link_audit(chain, entry, now)
        yield {**entry, "chain": chain.hex()}


def _refusals(opened: OpenedBook, back: Mapping[UUID, Assertion]) -> Iterable[dict[str, object]]:
    """What had been rejected or forgotten is refused here too; its keyed hash is made anew."""
    for assertion in back.values():
        if assertion.reason in REFUSED_BY and not opened.book.is_refused(assertion.content):
            yield {"id": new_id(), "digest": digest_of(opened.book.secret, assertion.content).hex()}


def _related(in_file: Mapping[UUID, BroughtAssertion], back: Mapping[UUID, Assertion]) -> Iterable[dict[str, object]]:
    """Which of them were related; of two of which one is not there, nothing is made."""
    for assertion_id in back:
        for related in in_file[assertion_id].related:
            yield {"one": assertion_id, "other": related.assertion_id, "strength": related.strength}


def _json(entries: Iterable[Mapping[str, object]]) -> str:
    return json.dumps(list(entries), default=str)
