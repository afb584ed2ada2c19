"""Which memories are at hand when a line is to be understood: what fits it best, and what is newest."""

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversation.queries import Opening
from services.memory.database import run
from services.memory.operation import Memory, owner_of
from services.memory.recall.question import ask
from services.memory.recall.ranking import Placed
from services.memory.recall.searching import Within, quest, search
from services.memory.recall.weighing import enough
from shared.asking import days
from shared.turns import NearMemory, Turn

MOST_FITTING = 5


async def near_to(memory: Memory, turn: Turn, opening: Opening) -> tuple[NearMemory, ...]:
    """Nothing is looked for where nothing is known, or where a line has no word that tells anything."""
    if not opening.newest:
        return ()
    person = opening.person
    question = ask(turn.text, memory.clock(), (), person.companion_name, days.zone(person.time_zone))
    if not question.terms:
        return opening.newest
    within = Within((turn.engagement_id,), story=True, allowed=memory.access.supervisor)
    sought = await quest(memory, question, within)
    async with memory.search(owner_of(turn)) as connection:
        found = await search(connection, owner_of(turn), sought, enough(), MOST_FITTING)
        fitting = await _read(connection, turn, found)
    known = {one.assertion_id for one in fitting}
    return (*fitting, *(one for one in opening.newest if one.assertion_id not in known))


async def _read(connection: AsyncConnection, turn: Turn, found: list[Placed]) -> list[NearMemory]:
    scores = {one.candidate.assertion_id: one.score for one in found}
    parameters = {"person_id": turn.person_id, "ids": list(scores)}
    rows = await run(connection, "recall/near", parameters) if scores else []
    near = (NearMemory(**row, score=scores[row["assertion_id"]]) for row in rows)
    return sorted(near, key=lambda one: -one.score)
