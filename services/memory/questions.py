"""What doors may ask: each question is one read."""

import time

from services.memory.conversation import queries as conversation
from services.memory.database import transaction
from services.memory.knowledge import queries as knowledge
from services.memory.operation import Memory
from services.memory.operations import queries as operations
from services.memory.people import queries as people
from services.memory.provision import stage_states
from services.memory.transcript import queries as transcript
from services.memory.transcript.paging import page
from shared.errors import PersonNotFoundError, TurnNotFoundError, UnauthorizedError
from shared.memory_queries import ListOffers, OfferList
from shared.pipeline import CHORES
from shared.queries import (
    DeadLetterList,
    EngagementList,
    GetMe,
    GetStatus,
    GetTurn,
    Identity,
    LineStatus,
    ListDeadLetters,
    ListEngagements,
    ListTurns,
    Me,
    Ping,
    Pong,
    TurnList,
    TurnView,
    WhoIs,
)


async def ping(memory: Memory, _: Ping) -> Pong:
    """Whether memory and its database answer, and there is room to keep what is said."""
    memory.database.require_room()
    await database_answers(memory)
    return Pong()


async def database_answers(memory: Memory) -> None:
    """A round trip; an error, where it is away."""
    async with transaction(memory.database) as connection:
        await operations.alive(connection)


async def identity(memory: Memory, question: WhoIs) -> Identity:
    """Whose token this is."""
    async with transaction(memory.database) as connection:
        found = await people.identity_of(connection, question.token_digest)
    if found is None:
        raise UnauthorizedError
    return found


async def me(memory: Memory, question: GetMe) -> Me:
    """The person, as they see themself."""
    async with memory.look(question.caller) as connection:
        found = await people.me(connection, question.caller, memory.clock())
    if found is None:
        raise PersonNotFoundError
    return found


async def engagements(memory: Memory, question: ListEngagements) -> EngagementList:
    """All engagements, Your Story first."""
    async with memory.look(question.caller) as connection:
        return EngagementList(engagements=await knowledge.engagements(connection, question.caller))


async def turn(memory: Memory, question: GetTurn) -> TurnView:
    """How a turn stands, by its id or by a line of it."""
    who = question.caller
    async with memory.look(who) as connection:
        if question.turn_id is not None:
            found = await transcript.turn_view(connection, who.person_id, turn_id=question.turn_id)
        elif question.line_id is not None:
            found = await transcript.line_view(connection, who.person_id, question.line_id)
        else:
            found = None
    if found is None:
        raise TurnNotFoundError
    return found


async def turns(memory: Memory, question: ListTurns) -> TurnList:
    """A stretch of the conversation, oldest first; the newest one ends with the lines that still wait."""
    who = question.caller
    async with memory.look(who) as connection:
        found = await transcript.turn_views(connection, who.person_id, before=question.before, most=question.limit + 1)
        waiting = [] if question.before else await transcript.waiting_views(connection, who.person_id)
    return page(found, question.limit, waiting)


async def offers(memory: Memory, question: ListOffers) -> OfferList:
    """What waits for an answer."""
    who = question.caller
    async with memory.look(who) as connection:
        return OfferList(offers=tuple(await conversation.open_offers(connection, who.person_id, memory.clock())))


async def status(memory: Memory, _: GetStatus) -> LineStatus:
    """How the line stands."""
    async with transaction(memory.database) as connection:
        counts = await operations.line_counts(connection)
    oldest = (memory.clock() - counts.oldest_active).total_seconds() if counts.oldest_active else 0.0
    return LineStatus(
        stages=await stage_states(memory.broker),
        active_turns=counts.active_turns,
        oldest_active_seconds=oldest,
        waiting_lines=counts.waiting_lines,
        dead_letters=counts.dead_letters,
        chores_seconds=time.monotonic() - heard if (heard := memory.signs.get(CHORES)) is not None else None,
    )


async def dead_letters(memory: Memory, question: ListDeadLetters) -> DeadLetterList:
    """What could not be processed."""
    async with transaction(memory.database) as connection:
        return DeadLetterList(dead_letters=await operations.dead_letters(connection, question.limit))
