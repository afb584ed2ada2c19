"""Perform: does a turn's operations once, and loads what the reply may know."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.repository import open_book, save_book
from services.memory.consent.offers import StandingOffer, line_leaving, settle_offer
from services.memory.consent.operation_result import AskingChoice
from services.memory.conversations.finish_compressing import finish_compressing
from services.memory.erasure.line_out import take_line_of_turn_out
from services.memory.inflight.ending import with_turn_times
from services.memory.people.tables import PERSON
from services.memory.reasoning import record_understanding as reasoning
from services.memory.store.context import MemoryContext, owner_of
from services.memory.store.database import run_for_one, run_statement
from services.memory.turn.apply_operations import News, Performance, apply_operations, awaits_draft, performed_form
from services.memory.turn.end import END_TOLD_BEFORE, end_lost, note_stale
from services.memory.turn.end_talk import confirms_talk, freshen_standing, move_talk
from services.memory.turn.load_plan import plan_loading, texts_to_embed
from services.memory.turn.reply_context import load_reply_context, note_quoted, plan_reply_search, search_for_reply
from shared.contracts.notices import Attempt
from shared.contracts.operations import Mentioned, Offer
from shared.contracts.requests.people import Asking
from shared.contracts.turns import OpenedTurn, PerformedTurn, RoutedTurn, Turn
from shared.wording.days import zone_named

_MENTIONED = TypeAdapter(tuple[Mentioned, ...])


@dataclass(frozen=True, slots=True)
class PerformState:
    """What performing a turn depends on."""

    is_active: bool
    revision: int
    performed: str | None
    standing: StandingOffer | None
    is_lost: bool
    """It is off the record, and its words went with a crash of the database."""
    asking: AskingChoice
    ending: tuple[Mentioned, ...] = ()
    """What ends soon and was never asked about: the person is told once."""


async def load_perform_state(connection: AsyncConnection, turn: OpenedTurn, now: datetime) -> PerformState | None:
    """Read under the person's lock."""
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "now": now,
        "end_told_from": now + END_TOLD_BEFORE,
    }
    row = await run_for_one(connection, "turn/load_to_perform", parameters)
    if row is None:
        return None
    return PerformState(
        is_active=row["active_turn_id"] == turn.turn_id,
        revision=row["revision"],
        performed=row["performed"],
        standing=_standing(row),
        is_lost=row["is_lost"],
        asking=_asking(row, now.astimezone(zone_named(turn.person.time_zone)).date()),
        ending=_MENTIONED.validate_json(row["ending"]) if turn.write and row["ending"] else (),
    )


def _asking(row: Record, today: date) -> AskingChoice:
    """Together is asked once on each day that something is said."""
    asking, asked_on = Asking(row["asking"]), row["asked_together_on"]
    return AskingChoice(
        asking=asking,
        keeps_orders_at_once=row["keep_orders_at_once"],
        always=frozenset(row["always_ask"]),
        never=frozenset(row["never_ask"]),
        is_due=asking is Asking.TOGETHER and asked_on != today,
        today=today,
    )


async def note_asked_together(connection: AsyncConnection, person_id: UUID, today: date | None) -> None:
    """What was put off was asked about today."""
    await connection.execute(update(PERSON).where(PERSON.c.id == person_id).values(asked_together_on=today))


def _standing(row: Record) -> StandingOffer | None:
    if row["standing"] is None or row["has_standing"] is None:
        return None
    return StandingOffer(Offer.model_validate_json(row["standing"]), row["answerable"])


async def store_form(connection: AsyncConnection, turn: Turn, step: str) -> None:
    """The next form, stored with the effect: a later copy of the message goes on with this one."""
    parameters = {
        "tenant_id": turn.tenant_id,
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "step": step,
        "form": turn.model_dump_json(),
        "write": turn.write,
    }
    await run_statement(connection, "turn/store_form", parameters)


async def perform_turn(memory: MemoryContext, turn: RoutedTurn, _: Attempt) -> PerformedTurn | None:
    """Does the turn's operations, once; a later copy goes on with what the first one stored."""
    meanings, asked = await memory.embed_all(texts_to_embed(turn)), await plan_reply_search(memory, turn)
    async with memory.writing(owner_of(turn)) as connection:
        now = memory.clock()
        found = await load_perform_state(connection, turn, now)
        if found is None or not found.is_active or found.is_lost:
            _note_over(memory, turn, is_lost=found is not None and found.is_active)
            return None
        if found.performed is not None:
            return with_turn_times(PerformedTurn.model_validate_json(found.performed), turn)
        standing = await freshen_standing(memory, connection, turn, found.standing)
        sought = await search_for_reply(connection, turn, asked, memory.access.supervisor)
        wanted = plan_loading(turn, standing, meanings, sought, is_due=found.asking.is_due)
        opened = await open_book(connection, owner_of(turn), wanted, now)
        performance = apply_operations(turn, standing, opened.book, found.asking)
        note_quoted(turn, opened.book, sought)
        await save_book(connection, owner_of(turn), opened, turn.turn_id)
        await _settle(memory, connection, turn, found, performance)
        performance = await move_talk(memory, connection, turn, performance)
        used_up = await reasoning.is_news_that_budget_is_used_up(connection, turn, now)
        known = await load_reply_context(connection, turn, opened.book, found.revision, sought)
        form = performed_form(turn, performance, known, News(used_up, opened.book.left_out > 0, found.ending))
        await store_form(connection, form, "perform")
    if confirms_talk(form):
        memory.spawn(finish_compressing(memory, owner_of(turn), turn.conversation_id))
    return form


def _note_over(memory: MemoryContext, turn: RoutedTurn, *, is_lost: bool) -> None:
    """It is not the turn in flight any more, or its words are gone."""
    if is_lost:
        memory.spawn(end_lost(memory, turn))
    else:
        note_stale(turn, "perform")


async def _settle(
    memory: MemoryContext, connection: AsyncConnection, turn: RoutedTurn, found: PerformState, performance: Performance
) -> None:
    """What the operations leave to be written beside the book: a line that goes, corrections, what was asked."""
    if (leaving := line_leaving(performance.outcomes, found.standing)) is not None:
        await take_line_of_turn_out(memory, connection, owner_of(turn), leaving)
    await reasoning.note_corrections(connection, turn)
    if found.asking.is_due and not awaits_draft(turn):
        await note_asked_together(connection, turn.person_id, found.asking.today)
    if performance.settled is not None:
        await settle_offer(connection, turn.person_id, *performance.settled)
