"""A turn of a test's own, taken through memory's steps: what the other services would say of it is handed in."""

from services.memory.inflight.ending import load_turn
from services.memory.turn.accept import accept_line
from services.memory.turn.close import close_turn
from services.memory.turn.open import open_turn
from services.memory.turn.perform import perform_turn
from shared.contracts.ids import line_id
from shared.contracts.notices import Attempt
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import AnsweredTurn, Channel, OpenedTurn, PerformedTurn, RoutedTurn
from shared.contracts.understanding import ModelUse, Understanding
from tests.integration.memory.house import House, Inhabitant, a_key

FIRST = Attempt(1, 1, 1)
USE = ModelUse(provider="test", model="none", latency_ms=0)


async def opened(house: House, one: Inhabitant, said: str) -> OpenedTurn:
    """A line of the person's, outside of any project."""
    key = line_id(one.who.person_id, a_key().value)
    request = Converse(caller=one.who, line_id=key, body_hash="", text=said, project_id=None, channel=Channel.API)
    accepted = await accept_line(house.memory, request)
    assert accepted.turn_id is not None
    async with house.memory.reading(one.who) as connection:
        stored = await load_turn(connection, one.who.person_id, accepted.turn_id)
    assert stored is not None
    found = await open_turn(house.memory, stored.turn, FIRST)
    assert found is not None
    return found


async def performed(house: House, turn: OpenedTurn, *needs: str, **reading: object) -> PerformedTurn:
    """Read so and not otherwise, and nothing to be done."""
    read = Understanding.model_validate({"intent": "ask_question", "confidence": 1, "source": USE, **reading})
    routed = RoutedTurn.grown(turn, understanding=read, operations=(), reply_needs=needs)
    found = await perform_turn(house.memory, routed, FIRST)
    assert found is not None
    return found


async def closed(house: House, turn: PerformedTurn, *, reply: str = "So it is.", **more: object) -> None:
    """Answered in some words."""
    await close_turn(house.memory, AnsweredTurn.grown(turn, reply=reply, answered_by=USE, **more), FIRST)
    await house.memory.drain()
