"""What follows a turn: the person's doors are told, and what waits behind it becomes their turn in flight."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversation import queries
from services.memory.conversation.queries import Closing
from services.memory.conversation.taking import may_answer, new_turn, take_together
from services.memory.operation import Memory, owner_of
from shared.notices import Closed, Failed, Started
from shared.pipeline import reply_headers, reply_subject
from shared.stage import forwarding
from shared.stage.forwarding import forward
from shared.turns import Turn


async def tell(memory: Memory, person_id: UUID, event: Closed | Failed | Started, *, write: bool = True) -> None:
    """An event of a reply, to all of the person's doors; what is off the record does not stay with the broker."""
    subject = reply_subject(person_id, event.turn_id)
    await forwarding.tell(memory.broker, event.model_dump_json().encode(), subject, reply_headers(write=write))


async def next_turn(memory: Memory, connection: AsyncConnection, ended: Turn, closing: Closing) -> Turn | None:
    """What waits behind a turn that has ended becomes the person's turn in flight."""
    if closing.replayed_turn_id is not None:
        return await reactivated(memory, connection, ended.person_id, closing.replayed_turn_id)
    if not closing.waiting:
        return None
    taken = take_together(closing.waiting, closing.offer)
    answers = closing.offer.offer_id if closing.offer is not None and may_answer(taken[0], closing.offer) else None
    turn = new_turn(owner_of(ended), closing.conversation_id, taken, memory.times())
    await queries.activate(connection, turn, answers)
    return turn


async def reactivated(memory: Memory, connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> Turn | None:
    """A turn that had failed has another life."""
    await queries.reactivate(connection, person_id, turn_id, memory.times())
    found = await queries.stored_turn(connection, person_id, turn_id)
    return None if found is None else found.as_offered()


async def begin(memory: Memory, turn: Turn) -> None:
    """Tells the person's doors which lines are answered now, and puts the turn on the line."""
    await tell(memory, turn.person_id, Started(turn_id=turn.turn_id, covers=turn.covers))
    await forward(memory.broker, turn)
