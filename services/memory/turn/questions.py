"""What doors ask of turns: one, a stretch of them, and what waits for an answer."""

from services.memory.consent.offers import open_offers
from services.memory.conversations.stored_conversation import find_conversation
from services.memory.store.context import MemoryContext
from services.memory.turn import views as transcript
from services.memory.turn.views import page_of_turns
from shared.contracts.errors import TurnNotFoundError
from shared.contracts.requests.conversations import GetTranscript, TranscriptPage
from shared.contracts.requests.notebook import ListOffers, OfferList
from shared.contracts.requests.turns import GetTurn, ListTurns, TurnList, TurnView


async def get_turn(memory: MemoryContext, question: GetTurn) -> TurnView:
    """How a turn stands, by its id or by a line of it."""
    who = question.caller
    async with memory.reading(who) as connection:
        if question.turn_id is not None:
            found = await transcript.turn_view(connection, who.person_id, turn_id=question.turn_id)
        elif question.line_id is not None:
            found = await transcript.line_view(connection, who.person_id, question.line_id)
        else:
            found = None
    if found is None:
        raise TurnNotFoundError
    return found


async def list_turns(memory: MemoryContext, question: ListTurns) -> TurnList:
    """A stretch of the conversation, oldest first; the newest one ends with the lines that still wait."""
    who = question.caller
    async with memory.reading(who) as connection:
        found = await transcript.turn_views(connection, who.person_id, before=question.before, most=question.limit + 1)
        waiting = [] if question.before else await transcript.waiting_views(connection, who.person_id)
    return page_of_turns(found, question.limit, waiting)


async def get_transcript(memory: MemoryContext, question: GetTranscript) -> TranscriptPage:
    """A stretch of what was said in one conversation, oldest first."""
    who = question.caller
    async with memory.reading(who) as connection:
        found = await find_conversation(connection, who, question.conversation_id)
        return await transcript.transcript_page(
            connection, who.person_id, found.conversation_id, question.after, question.limit
        )


async def list_offers(memory: MemoryContext, question: ListOffers) -> OfferList:
    """What waits for an answer."""
    who = question.caller
    async with memory.reading(who) as connection:
        return OfferList(offers=tuple(await open_offers(connection, who.person_id, memory.clock())))
