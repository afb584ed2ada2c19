"""Close: stores the reply with what was understood, frees the person, and begins what waits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.consent.offers import add_offer, decision_note
from services.memory.inflight.ending import closed_of, mentioned_in, used_in
from services.memory.inflight.queue import MOST_LINES, begin_turn, load_closing, next_turn, tell_doors
from services.memory.ops.events import as_json, events_of
from services.memory.reasoning.recording import IN_THE_HOUSE, understanding_row
from services.memory.store.context import MemoryContext, owner_of, post_letter, send_letters
from services.memory.store.database import run_statement
from services.memory.turn import views as transcript
from services.memory.turn.apply_operations import ENDS_UNASKED
from services.memory.turn.cross_promotion import hold_cross_promotion
from services.memory.turn.end import end_lost, note_stale
from shared.bus.failpoints import pass_failpoint
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.notices import Attempt, Changed, Closed
from shared.contracts.operations import Action
from shared.contracts.pipeline import notice_subject
from shared.contracts.turns import AnsweredTurn, Stamp
from shared.text.quotation import without_marks

_EDGES = " \n\t.,;:!?…\"'“”„«»()[]"


@dataclass(frozen=True, slots=True)
class Worded:
    """How a memory reads, or read before the turn."""

    assertion_id: UUID
    content: str


def memories_told(reply: str, provider: str, readings: Sequence[Worded]) -> Iterable[Worded]:
    """Those of these that the reply tells; of one that reads otherwise now its former reading.

    A model may say a memory in any words.
    """
    said = reply.casefold()
    told = [one for one in readings if provider != IN_THE_HOUSE or _core(one.content) in said]
    return {one.assertion_id: one for one in reversed(told)}.values()


def _core(content: str) -> str:
    return without_marks(content).strip(_EDGES).casefold()


_STAMPS = TypeAdapter(tuple[Stamp, ...])


async def note_end_told(connection: AsyncConnection, turn: AnsweredTurn, now: datetime) -> None:
    """The reply that told of them is stored: it is not told again."""
    ids = [one.assertion_id for outcome in turn.outcomes if outcome.code == ENDS_UNASKED for one in outcome.mentioned]
    if ids:
        await run_statement(connection, "turn/note_end_told", {"person_id": turn.person_id, "ids": ids, "now": now})


async def store_answered(connection: AsyncConnection, turn: AnsweredTurn, now: datetime) -> Closed:
    """Stores the reply with what was understood, and frees the person; gives what the person's doors are told."""
    closed = closed_of(turn)
    noted = _decided(turn)
    roles = ["person"] * len(turn.lines) + ["companion"] + ["system"] * len(noted)
    contents = [*(line.text for line in turn.lines), turn.reply, *noted]
    if not turn.write:
        roles, contents = [], []
    parameters = {
        **understanding_row(turn, turn.answered_by, now),
        "action": turn.action.value,
        "stamps": _STAMPS.dump_json(turn.stamps).decode(),
        "ids": [new_id() for _ in contents],
        "roles": roles,
        "code": closed.code,
        "stored_count": closed.stored_count,
        "mentioned": mentioned_in(turn),
        "used": used_in(turn),
        "events": as_json(events_of(turn)),
        "contents": contents,
        "asked": len(turn.asked) if turn.reply.endswith(turn.asked) else 0,
    }
    await run_statement(connection, "turn/answered", parameters)
    if turn.offer is not None:
        who = Caller(tenant_id=turn.tenant_id, person_id=turn.person_id)
        await add_offer(connection, who, turn.turn_id, turn.offer, now)
    return closed


async def note_told(connection: AsyncConnection, turn: AnsweredTurn) -> None:
    """What the reply tells of what was done, so that it is hidden with it; off the record there is nothing to hide."""
    named = [Worded(one.assertion_id, one.content) for outcome in turn.outcomes for one in outcome.mentioned]
    if not turn.write or not (turn.memory or named):
        return
    mine = {"tenant_id": turn.tenant_id, "person_id": turn.person_id, "turn_id": turn.turn_id}
    changed = [Worded(**row) for row in await run_statement(connection, "turn/changed_in_turn", mine)]
    told = list(memories_told(turn.reply, turn.answered_by.provider, [*changed, *named]))
    if told:
        ids, contents = [one.assertion_id for one in told], [one.content for one in told]
        await run_statement(connection, "turn/note_told", {**mine, "ids": ids, "contents": contents})


def _decided(turn: AnsweredTurn) -> list[str]:
    """What the person decided, as a line of the record that later compression reads; by numbers, without content."""
    if turn.action not in (Action.COMMITTED, Action.REJECTED, Action.RETRACTED, Action.REFINED):
        return []
    said = decision_note(turn.memory)
    return [said] if said else []


async def close_turn(memory: MemoryContext, turn: AnsweredTurn, _: Attempt) -> None:
    """Stores the reply, frees the person and begins what waits; a later copy tells the stored end once more."""
    meanings = await memory.embed_all([turn.proposal.fact.text] if turn.proposal is not None else [])
    async with memory.writing(owner_of(turn)) as connection:
        closing = await load_closing(connection, turn.person_id, turn.turn_id, MOST_LINES, memory.clock())
        if closing is None or not closing.is_active:
            stored = await transcript.turn_view(connection, turn.person_id, turn_id=turn.turn_id)
            told = closed_of(turn) if stored is not None and stored.off_the_record else None
            closed, following = (None if stored is None or stored.closed is None else told or stored.closed), None
        elif closing.is_lost:
            memory.spawn(end_lost(memory, turn))
            return
        else:
            turn = await hold_cross_promotion(connection, turn, meanings, memory.clock())
            closed = await store_answered(connection, turn, memory.clock())
            await note_told(connection, turn)
            await note_end_told(connection, turn, memory.clock())
            if turn.memory:
                await post_letter(connection, owner_of(turn), notice_subject(turn.person_id), Changed(what="memory"))
            following = await next_turn(memory, connection, turn, closing.after(turn.offer))
    await pass_failpoint("close.committed")
    if closed is None:
        note_stale(turn, "close")
        return
    await tell_doors(memory, turn.person_id, closed, write=turn.write)
    if closed.memory:
        memory.spawn(send_letters(memory, owner_of(turn)))
    if following is not None:
        await begin_turn(memory, following)
