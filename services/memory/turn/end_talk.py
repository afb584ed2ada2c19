"""What a turn does to its conversation: closes it, goes on with it, or says what becomes of its draft."""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.consent.answer_closing import GOES_ON, KEPT, LET_GO
from services.memory.consent.offers import StandingOffer
from services.memory.conversations.change_conversation import Confirmation, confirm_draft, tell_of_conversation
from services.memory.conversations.conversation_moves import ACTIVE, READY, ConversationStep
from services.memory.conversations.freshen_draft import freshen_draft
from services.memory.conversations.lifecycle import (
    archive_conversation,
    close_conversation,
    has_substance,
    hasten_thinking,
    resume_conversation,
)
from services.memory.conversations.stored_conversation import StoredConversation, find_conversation
from services.memory.conversations.stored_drafts import leave_draft_waiting, load_draft
from services.memory.store.context import MemoryContext, owner_of
from services.memory.turn.apply_operations import Performance
from shared.contracts.errors import ConversationNotFoundError
from shared.contracts.operations import OfferKind, Outcome
from shared.contracts.requests.conversations import EndedAs
from shared.contracts.turns import AnsweredTurn, PerformedTurn, RoutedTurn, Turn

CLOSES, RESUMES = "close_conversation", "resume_conversation"
CHANGED = "changed_meanwhile"
CLOSING, EMPTY, ALREADY = "closing", "closing_empty", "closing_already"


async def freshen_standing(
    memory: MemoryContext, connection: AsyncConnection, turn: RoutedTurn, standing: StandingOffer | None
) -> StandingOffer | None:
    """A draft whose ground moved since it was shown is no longer asked about: nothing of it is agreed to unseen."""
    if standing is None or standing.offer.kind is not OfferKind.CLOSING:
        return standing
    found = await _stands(connection, turn)
    if found is None or found.status is not READY:
        return None
    return None if await freshen_draft(memory, connection, owner_of(turn), found) else standing


async def move_talk(
    memory: MemoryContext, connection: AsyncConnection, turn: RoutedTurn, performance: Performance
) -> Performance:
    """Does to the conversation what the outcomes say, and tells each as it came to be."""
    found = await _stands(connection, turn)
    outcomes = []
    for outcome in performance.outcomes:
        told = outcome
        if outcome.kind == CLOSES:
            told = outcome.model_copy(update={"code": await _closing_code(connection, turn, found)})
        elif outcome.kind == RESUMES:
            told = await _resumed(connection, turn, found, outcome)
        elif outcome.code in (KEPT, LET_GO, GOES_ON) and found is not None:
            await _answered(memory, connection, turn, found, outcome.code)
        outcomes.append(told)
    return replace(performance, outcomes=tuple(outcomes))


async def _stands(connection: AsyncConnection, turn: Turn) -> StoredConversation | None:
    try:
        return await find_conversation(connection, owner_of(turn), turn.conversation_id)
    except ConversationNotFoundError:
        return None


async def _closing_code(connection: AsyncConnection, turn: Turn, found: StoredConversation | None) -> str:
    if found is None or found.status is not ACTIVE:
        return ALREADY
    return CLOSING if await has_substance(connection, owner_of(turn), found.conversation_id) else EMPTY


async def _resumed(
    connection: AsyncConnection, turn: Turn, found: StoredConversation | None, outcome: Outcome
) -> Outcome:
    """Nothing is told, where it goes on already."""
    if found is None or found.status is not READY:
        return outcome.model_copy(update={"code": None})
    await resume_conversation(connection, owner_of(turn), found, ConversationStep.WRITE)
    await tell_of_conversation(connection, owner_of(turn))
    return outcome.model_copy(update={"code": "closing_aside"})


async def _answered(
    memory: MemoryContext, connection: AsyncConnection, turn: Turn, found: StoredConversation, code: str
) -> None:
    who = owner_of(turn)
    if code == GOES_ON:
        await resume_conversation(connection, who, found, ConversationStep.RESUME)
    elif code == LET_GO:
        found.after(ConversationStep.KEEP_NOTHING)
        await archive_conversation(connection, who, found, EndedAs.NOTHING, memory.clock())
    else:
        stored = await load_draft(connection, who, found.conversation_id)
        version = None if stored is None else stored.version
        await confirm_draft(memory, connection, who, found, Confirmation(version))
    await tell_of_conversation(connection, who)


def confirms_talk(turn: PerformedTurn) -> bool:
    """Whether the person said yes to the draft: what they agreed to is applied right after."""
    return any(outcome.code == KEPT and outcome.done for outcome in turn.outcomes)


def asks_something(reply: str) -> bool:
    """Whether a reply ends with a question: a yes after it may be meant for that one."""
    return reply.rstrip(" \n\t)\"'”»“").endswith("?")


async def end_talk(memory: MemoryContext, connection: AsyncConnection, turn: PerformedTurn) -> bool:
    """When the turn has closed: the conversation that it ended is thought about, or one that waited for it."""
    who, now = owner_of(turn), memory.clock()
    if turn.about_to_end and isinstance(turn, AnsweredTurn) and turn.offer is None and asks_something(turn.reply):
        await leave_draft_waiting(connection, who)
    if not any(outcome.kind == CLOSES and outcome.code in (CLOSING, EMPTY) for outcome in turn.outcomes):
        return await hasten_thinking(connection, who, now)
    found = await _stands(connection, turn)
    if found is None or found.status is not ACTIVE:
        return False
    await close_conversation(connection, who, found, now)
    await tell_of_conversation(connection, who)
    return True
