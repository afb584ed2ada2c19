"""Turns as the doors show them, and how much of the talk one answer carries."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.inflight.ending import split_mentioned
from services.memory.store.database import run_statement
from services.memory.turn.tables import LINE_TABLE
from shared.contracts.assertions import text_hash
from shared.contracts.notices import Closed, Failed
from shared.contracts.operations import Action, MemoryChange, Mentioned, Offer
from shared.contracts.requests.conversations import TranscriptPage
from shared.contracts.requests.turns import ItemView, TurnList, TurnState, TurnView
from shared.contracts.turns import Channel, Stamp
from shared.contracts.understanding import ModelUse
from shared.wording.phrases import answered_by, notice_of

_STAMPS = TypeAdapter(tuple[Stamp, ...])

_MEMORY = TypeAdapter(tuple[MemoryChange, ...])

_ITEMS = TypeAdapter(tuple[ItemView, ...])

_MENTIONED = TypeAdapter(tuple[Mentioned, ...])


async def turn_view(connection: AsyncConnection, person_id: UUID, *, turn_id: UUID) -> TurnView | None:
    """One turn."""
    found = await turn_views(connection, person_id, only=[turn_id], most=1)
    return found[0] if found else None


async def turn_views(
    connection: AsyncConnection,
    person_id: UUID,
    *,
    only: Sequence[UUID] | None = None,
    before: UUID | None = None,
    most: int,
) -> list[TurnView]:
    """Turns, the newest first: some of them, or those before one."""
    wanted = None if only is None else list(only)
    parameters = {"person_id": person_id, "turn_ids": wanted, "before": before, "most": most}
    return [_view(row) for row in await run_statement(connection, "turn/list_turns", parameters)]


async def line_view(connection: AsyncConnection, person_id: UUID, line_id: UUID) -> TurnView | None:
    """The turn that answers a line; before there is one, the line as a turn to come."""
    row = (
        await connection.execute(
            select(LINE_TABLE).where(LINE_TABLE.c.person_id == person_id, LINE_TABLE.c.id == line_id)
        )
    ).one_or_none()
    if row is None:
        return None
    if row.turn_id is not None:
        return await turn_view(connection, person_id, turn_id=row.turn_id)
    return _to_come(row)


async def waiting_views(connection: AsyncConnection, person_id: UUID) -> list[TurnView]:
    """The lines that no turn has taken yet, in their order."""
    table = LINE_TABLE
    waiting = select(table).where(table.c.person_id == person_id, table.c.turn_id.is_(None)).order_by(table.c.moment)
    return [_to_come(row) for row in await connection.execute(waiting)]


def _to_come(row: Row[Any]) -> TurnView:
    return TurnView(
        turn_id=None,
        state=TurnState.WAITING,
        covers=(row.id,),
        said=(row.text,) if row.write else (),
        channel=Channel(row.channel),
        engagement_id=row.engagement_id,
        created_at=row.accepted_at,
        closed=None,
        failed=None,
        stamps=(),
        off_the_record=not row.write,
    )


def _view(row: Record) -> TurnView:
    covers = tuple(row["covers"])
    state = TurnState(row["state"])
    return TurnView(
        turn_id=row["turn_id"],
        state=state,
        covers=covers,
        said=tuple(row["said"]),
        channel=Channel(row["channel"]),
        engagement_id=row["engagement_id"],
        created_at=row["created_at"],
        closed=_closed(row, covers) if state is TurnState.ANSWERED else None,
        failed=_failed(row, covers) if state is TurnState.FAILED else None,
        stamps=_STAMPS.validate_json(row["stamps"]),
        off_the_record=row["off_the_record"],
        taken_out=tuple(row["taken_out"]),
        items=_ITEMS.validate_json(row["items"] or "[]"),
        noted=tuple(row["noted"]),
    )


def _closed(row: Record, covers: tuple[UUID, ...]) -> Closed:
    action = Action(row["action"])
    read, answered = (_use(row[name]) for name in ("understood_by", "answered_by"))
    offer = Offer.model_validate_json(row["offer"]) if row["offer"] else None
    candidates, matched = split_mentioned(action, _MENTIONED.validate_json(row["mentioned"] or "[]"))
    return Closed(
        turn_id=row["turn_id"],
        covers=covers,
        reply=row["reply"],
        intent=row["intent"],
        action=action,
        offer=offer,
        memory=tuple(map(_hashed, _MEMORY.validate_json(row["memory"] or "[]"))),
        candidates=candidates,
        matched=matched,
        stored_count=row["stored_count"],
        code=row["code"],
        answered_by=answered_by(answered),
        notice=notice_of(read, answered, row["language"] or "en"),
        asked=row["reply"][-row["asked"] :] if offer is not None and row["asked"] else "",
        off_the_record=row["off_the_record"],
    )


def _use(stored: str | None) -> ModelUse | None:
    return None if stored is None else ModelUse.model_validate_json(stored)


def _hashed(change: MemoryChange) -> MemoryChange:
    return MemoryChange.model_validate({**change.model_dump(), "text_hash": text_hash(change.content)})


def _failed(row: Record, covers: tuple[UUID, ...]) -> Failed:
    return Failed(
        turn_id=row["turn_id"],
        covers=covers,
        code=row["failure_code"],
        detail=row["failure_detail"],
        saved=row["failure_saved"],
    )


MOST_CHARACTERS = 200_000
"""An answer must fit into one message of the broker (1 MB) even where a character takes four bytes."""


async def transcript_page(
    connection: AsyncConnection, person_id: UUID, conversation_id: UUID, after: UUID | None, limit: int
) -> TranscriptPage:
    """As many turns of a conversation as are wanted and fit, oldest first, and where to go on if there are more."""
    parameters = {"person_id": person_id, "conversation_id": conversation_id, "after": after, "most": limit + 1}
    ids = [row["id"] for row in await run_statement(connection, "turn/list_transcript", parameters)]
    found = await turn_views(connection, person_id, only=ids[:limit], most=limit)
    shown, size = list[TurnView](), 0
    for view in reversed(found):
        size += sum(map(len, view.said)) + (len(view.closed.reply) if view.closed else 0)
        if shown and size > MOST_CHARACTERS:
            break
        shown.append(view)
    more = len(ids) > len(shown)
    return TranscriptPage(turns=tuple(shown), after=shown[-1].turn_id if more and shown else None)


def page_of_turns(newest_first: Sequence[TurnView], limit: int, waiting: Sequence[TurnView] = ()) -> TurnList:
    """As many of the newest turns as are wanted and fit, oldest first, and where to go on if there are more."""
    shown, size = 0, sum(len(text) for view in waiting for text in view.said)
    for view in newest_first[:limit]:
        size += sum(map(len, view.said)) + (len(view.closed.reply) if view.closed else 0)
        if shown and size > MOST_CHARACTERS:
            break
        shown += 1
    more = len(newest_first) > shown
    kept = newest_first[:shown]
    return TurnList(turns=(*reversed(kept), *waiting), before=kept[-1].turn_id if more else None)
