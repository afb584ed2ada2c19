"""The steps of the line that touch the database: accept, open, perform, close; and the ends without a reply."""

from datetime import datetime
from uuid import UUID

from services.memory.conversation import queries
from services.memory.conversation.acceptance import Begins, decide
from services.memory.conversation.ending import Ending, closed_of, failed_event, failure
from services.memory.conversation.performing import News, line_leaving, performed, resumed
from services.memory.conversation.performing import perform as decide_performance
from services.memory.conversation.taking import MOST_LINES
from services.memory.erasing.of_a_line import take_line_of_turn_out
from services.memory.following import begin, next_turn, reactivated, tell
from services.memory.knowledge.store import open_book, save
from services.memory.nearby import near_to
from services.memory.needing import texts_of, wanted_of
from services.memory.operation import Memory, owner_of, post, send_letters
from services.memory.operations import queries as operations
from services.memory.promoting import promoted
from services.memory.questions import turn as turn_of
from services.memory.reasoning import recording as reasoning
from services.memory.recollecting import note_quoted, recollect
from services.memory.seeking import quest_of, seek
from services.memory.transcript import queries as transcript
from shared.errors import NotReplayableError
from shared.notices import Attempt, Changed, DeadTurn
from shared.pipeline import notice_subject, stopped_subject
from shared.queries import Accepted, Caller, Converse, GetTurn, StopTurn, TurnView
from shared.stage import forwarding
from shared.stage.failpoints import failpoint
from shared.stage.forwarding import forward
from shared.stage.logs import record
from shared.turns import AnsweredTurn, OpenedTurn, PerformedTurn, RoutedTurn, Turn


async def accept(memory: Memory, request: Converse) -> Accepted:
    """Stores a line; when the person is idle it begins a turn, otherwise it waits behind the one in flight."""
    async with memory.change(request.caller) as connection:
        decision = decide(await queries.standing_of(connection, request, memory.clock()), request)
        if isinstance(decision, Accepted):
            return decision
        if not isinstance(decision, Begins):
            await queries.add_line(connection, request, decision)
            return Accepted(line_id=request.line_id, turn_id=None, repeated=False)
        turn = decision.turn(request, memory.times())
        await queries.begin(connection, request, decision, turn)
    await failpoint("accept.committed")
    memory.afterwards(begin(memory, turn))
    return Accepted(line_id=request.line_id, turn_id=turn.turn_id, repeated=False)


async def open_turn(memory: Memory, turn: Turn, _: Attempt) -> OpenedTurn | None:
    """Loads what understanding needs; a turn that no longer counts ends here."""
    async with memory.look(owner_of(turn)) as connection:
        opening = await queries.opening_of(connection, turn, memory.clock(), memory.access.supervisor)
    if opening is None:
        _stale(turn, "open")
        return None
    if opening.is_lost:
        await _end_lost(memory, turn)
        return None
    return OpenedTurn.grown(
        turn,
        person=opening.person,
        history=opening.history,
        revision=opening.revision,
        standing=opening.standing,
        may_answer=opening.may_answer,
        near=await near_to(memory, turn, opening),
        corrections=opening.corrections,
    )


async def perform(memory: Memory, turn: RoutedTurn, _: Attempt) -> PerformedTurn | None:
    """Does the turn's operations, once; a later copy goes on with what the first one stored."""
    meanings, quest = await memory.meanings(texts_of(turn)), await quest_of(memory, turn)
    async with memory.change(owner_of(turn)) as connection:
        now = memory.clock()
        found = await queries.performable(connection, turn, now)
        if found is None or not found.is_active:
            _stale(turn, "perform")
            return None
        if found.is_lost:
            memory.afterwards(_end_lost(memory, turn))
            return None
        if found.performed is not None:
            return resumed(PerformedTurn.model_validate_json(found.performed), turn)
        sought = await seek(connection, turn, quest, memory.access.supervisor)
        wanted = wanted_of(turn, found.standing, meanings, sought, is_due=found.asking.is_due)
        opened = await open_book(connection, owner_of(turn), wanted, now)
        performance = decide_performance(turn, found.standing, opened.book, found.asking)
        note_quoted(turn, opened.book, sought)
        await save(connection, owner_of(turn), opened, turn.turn_id)
        if (leaving := line_leaving(performance.outcomes, found.standing)) is not None:
            await take_line_of_turn_out(memory, connection, owner_of(turn), leaving)
        await reasoning.note_corrections(connection, turn)
        if found.asking.is_due:
            await queries.note_asked_together(connection, turn.person_id, found.asking.today)
        if performance.settled is not None:
            await queries.settle_offer(connection, turn.person_id, *performance.settled)
        used_up = await reasoning.is_news_that_budget_is_used_up(connection, turn, now)
        known = await recollect(connection, turn, opened.book, found.revision, sought)
        form = performed(turn, performance, known, News(used_up, opened.book.left_out > 0, found.ending))
        await queries.store_form(connection, form, "perform")
    return form


async def close(memory: Memory, turn: AnsweredTurn, _: Attempt) -> None:
    """Stores the reply, frees the person and begins what waits; a later copy tells the stored end once more."""
    meanings = await memory.meanings([turn.proposal.fact.text] if turn.proposal is not None else [])
    async with memory.change(owner_of(turn)) as connection:
        closing = await queries.closing_of(connection, turn.person_id, turn.turn_id, MOST_LINES, memory.clock())
        if closing is None or not closing.is_active:
            stored = await transcript.turn_view(connection, turn.person_id, turn_id=turn.turn_id)
            told = closed_of(turn) if stored is not None and stored.off_the_record else None
            closed, following = (None if stored is None or stored.closed is None else told or stored.closed), None
        elif closing.is_lost:
            memory.afterwards(_end_lost(memory, turn))
            return
        else:
            turn = await promoted(connection, turn, meanings, memory.clock())
            closed = await queries.end_answered(connection, turn, memory.clock())
            await queries.note_told(connection, turn)
            await queries.note_end_told(connection, turn, memory.clock())
            if turn.memory:
                await post(connection, owner_of(turn), notice_subject(turn.person_id), Changed(what="memory"))
            following = await next_turn(memory, connection, turn, closing.after(turn.offer))
    await failpoint("close.committed")
    if closed is None:
        _stale(turn, "close")
        return
    await tell(memory, turn.person_id, closed, write=turn.write)
    if closed.memory:
        memory.afterwards(send_letters(memory, owner_of(turn)))
    if following is not None:
        await begin(memory, following)


async def sweep(memory: Memory, who: Caller, turn_id: UUID, now: datetime) -> bool:
    """Ends a turn past its deadline."""
    return await _end_without_reply(memory, who, turn_id, Ending.TOO_LATE, before=now)


async def stop(memory: Memory, command: StopTurn) -> TurnView:
    """Ends a turn that the person waits for no longer; one that is over stays as it is."""
    who = command.caller
    if await _end_without_reply(memory, who, command.turn_id, Ending.STOPPED):
        await forwarding.tell(memory.broker, b"", stopped_subject(command.turn_id))
    return await turn_of(memory, GetTurn(caller=who, turn_id=command.turn_id))


async def bury(memory: Memory, who: Caller, turn_id: UUID, dead: DeadTurn) -> bool:
    """Stores a message that was given up, and ends its turn."""
    return await _end_without_reply(memory, who, turn_id, dead)


async def _end_without_reply(
    memory: Memory, who: Caller, turn_id: UUID, because: Ending | DeadTurn, before: datetime | None = None
) -> bool:
    """Ends a turn in flight that will have no reply, tells the person the truth, and begins what waits."""
    async with memory.change(who) as connection:
        found = await queries.stored_turn(connection, who.person_id, turn_id)
        is_active = found is not None and found.status == "active"
        if isinstance(because, DeadTurn):
            # A copy of a turn that has ended may tell what was erased when it ended.
            await operations.add_dead_letter(connection, who, turn_id, _letter(because, found), keep_form=is_active)
        if found is None or not is_active or (before is not None and found.turn.deadline > before):
            return False
        code, step = (Ending.BROKEN, because.step) if isinstance(because, DeadTurn) else (because, None)
        told = failure(code, has_kept=found.has_kept)
        await queries.end_failed(connection, found.turn, told, memory.clock(), step=step)
        if found.performed is not None:
            await reasoning.record_unanswered(connection, found.performed, memory.clock())
        closing = await queries.closing_of(connection, who.person_id, turn_id, MOST_LINES, memory.clock())
        following = None if closing is None else await next_turn(memory, connection, found.turn, closing)
    await failpoint("end.committed")
    await tell(memory, who.person_id, failed_event(turn_id, found.turn.covers, told))
    if following is not None:
        await begin(memory, following)
    return True


def _letter(dead: DeadTurn, found: queries.StoredTurn | None) -> DeadTurn:
    """Of a turn off the record without its form: not even a hash of it is kept."""
    return dead if found is None or found.turn.write else dead.model_copy(update={"form": ""})


async def offer_again(memory: Memory, who: Caller, turn_id: UUID) -> bool:
    """Puts a turn in flight on the line once more: from the beginning, or from where it was performed."""
    async with memory.change(who) as connection:
        await queries.offer_again(connection, who.person_id, turn_id)
        found = await queries.stored_turn(connection, who.person_id, turn_id)
    if found is None or found.status != "active":
        return False
    if found.is_lost:
        await _end_lost(memory, found.turn)
    else:
        await forward(memory.broker, found.as_offered())
    return True


async def _end_lost(memory: Memory, turn: Turn) -> None:
    """Ends a turn off the record whose words went with a crash of the database."""
    await _end_without_reply(memory, owner_of(turn), turn.turn_id, Ending.LOST)


async def replay(memory: Memory, who: Caller, turn_id: UUID) -> None:
    """Gives a turn that had failed another life: now when the person is idle, else as soon as they are."""
    async with memory.change(who) as connection:
        closing = await queries.closing_of(connection, who.person_id, turn_id, 0, memory.clock())
        if closing is None or closing.turn_status != "failed" or closing.is_lost:
            raise NotReplayableError
        following = None
        if closing.busy:
            await queries.wait_again(connection, who.person_id, turn_id)
        else:
            following = await reactivated(memory, connection, who.person_id, turn_id)
        await operations.mark_replayed(connection, who, turn_id, memory.clock())
    if following is not None:
        await begin(memory, following)


def _stale(turn: Turn, step: str) -> None:
    record("stale", step=step, turn_id=turn.turn_id, offered=turn.offered)
