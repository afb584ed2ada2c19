"""Close: stores the answer, and with it what a model proposes to remember everywhere."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import policy
from services.memory.assertions.assertion import Actor
from services.memory.assertions.book import MOST_HELD_A_DAY, Book
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.assertions.writing_rules import shorten_text
from services.memory.consent.contradictions import known_against
from services.memory.consent.offers import add_offer, decision_note
from services.memory.consent.operation_result import TurnScope, offer_of
from services.memory.consent.remember import new_fact
from services.memory.inflight.ending import closed_of, mentioned_in, used_in
from services.memory.inflight.queue import MOST_LINES, begin_turn, load_closing, next_turn, tell_doors
from services.memory.ops.events import as_json, events_of
from services.memory.reasoning.record_understanding import IN_THE_HOUSE, understanding_row
from services.memory.store.context import MemoryContext, owner_of, post_letter, send_letters
from services.memory.store.database import run_statement
from services.memory.store.rows import Vector
from services.memory.turn import views as transcript
from services.memory.turn.apply_operations import ENDS_UNASKED
from services.memory.turn.end import end_lost, note_stale
from services.memory.turn.end_talk import end_talk
from services.memory.work.begin_work import announce_work
from shared.bus.failpoints import pass_failpoint
from shared.contracts.assertions import Kind
from shared.contracts.envelope import Caller
from shared.contracts.errors import RefusedMemoryError, WritingRuleError
from shared.contracts.ids import new_id
from shared.contracts.notices import Attempt, Changed, Closed
from shared.contracts.operations import Action, Offer, OfferKind
from shared.contracts.pipeline import notice_subject
from shared.contracts.turns import AnsweredTurn, Proposal, Stamp
from shared.text.quotation import without_marks
from shared.wording.closing_question import GAP, closing_question, manner_of, without_promotion


async def hold_cross_promotion(
    connection: AsyncConnection, turn: AnsweredTurn, meanings: Mapping[str, Vector], now: datetime
) -> AnsweredTurn:
    """The turn with the offer that its proposal makes; without its question when it is known, refused or too much."""
    if turn.proposal is None or turn.offer is not None or not turn.write:
        return turn
    opened = await open_book(connection, owner_of(turn), LoadPlan(personal=True, vectors=meanings), now)
    offer = _offer(opened.book, turn.proposal, TurnScope.of(turn))
    await save_book(connection, owner_of(turn), opened, turn.turn_id)
    if offer is None:
        return AnsweredTurn.grown(turn, reply=without_promotion(turn))  # what it asks could not be answered
    memory = (*turn.memory, *(a.shown() for a in opened.book.changed()))
    return AnsweredTurn.grown(turn, reply=_asking(turn, offer), offer=offer, memory=memory)


def _asking(turn: AnsweredTurn, offer: Offer) -> str:
    """The reply with the question of the offer; of a clash that is another than the one that was proposed."""
    if offer.kind is not OfferKind.CLASH:
        return turn.reply
    said = without_promotion(turn)
    question = closing_question(offer, manner_of(turn))
    return f"{said}{GAP}{question}" if said else question


def _offer(book: Book, proposal: Proposal, scope: TurnScope) -> Offer | None:
    fact = proposal.fact
    text = shorten_text(fact.text, Kind.FACT)
    if book.personal_id is None or book.same_text(book.personal_id, text) or book.held_today >= MOST_HELD_A_DAY:
        return None
    if not policy.may_be_asked(fact):
        return None
    known = known_against(book, book.personal_id, text, policy.category_of(text, fact.category))
    try:
        provenance = scope.provenance(from_project=True, source=proposal.source_assertion_id)
        held = book.hold(new_fact(fact, book.personal_id, provenance, known), Actor.COMPANION, spoken=False)
    except (RefusedMemoryError, WritingRuleError):
        return None
    book.spoke(held, fact.own_words or scope.text)
    book.showed(held)
    if held.replaces_id is not None and known is not None:
        return offer_of(OfferKind.CLASH, (known, held), needs_control=policy.needs_control(fact))
    return offer_of(OfferKind.CROSS_PROMOTE, (held,), needs_control=policy.needs_control(fact))


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
    await run_statement(connection, "turn/store_answered", parameters)
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
    changed = [Worded(**row) for row in await run_statement(connection, "turn/load_changed", mine)]
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
    thinks = False
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
            thinks = await end_talk(memory, connection, turn)
            following = await next_turn(memory, connection, turn, closing.after(turn.offer))
    await pass_failpoint("close.committed")
    if closed is None:
        note_stale(turn, "close")
        return
    await tell_doors(memory, turn.person_id, closed, write=turn.write)
    if thinks:
        memory.spawn(announce_work(memory))
    if closed.memory or thinks or turn.about_to_end:
        memory.spawn(send_letters(memory, owner_of(turn)))
    if following is not None:
        await begin_turn(memory, following)
