"""A reply is followed to its end: holes are looked up, silence asks, a waiting line learns its turn."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from shared.client.feeds import MOST_UNHEARD, Cursor, Heard, Listener, ReplyPart
from shared.client.reply_stream import ReplyStream
from shared.contracts.errors import UnavailableError
from shared.contracts.notices import Attempt, Changed, Closed, Piece, Started
from shared.contracts.operations import Action
from shared.contracts.requests.turns import TurnState, TurnView
from shared.contracts.turns import Channel

pytestmark = pytest.mark.row("P5")
TURN, LINE, OTHER = uuid4(), uuid4(), uuid4()
FIRST = Attempt(1, 1, 1)


def piece(n: int, turn_id: UUID = TURN) -> Piece:
    return Piece(turn_id=turn_id, attempt=FIRST, n=n, text=str(n))


def closed(turn_id: UUID = TURN) -> Closed:
    return Closed(
        turn_id=turn_id, covers=(LINE,), reply="012", intent="help", action=Action.ANSWERED, offer=None, memory=()
    )  # fmt: skip


def view(state: TurnState, turn_id: UUID | None = TURN) -> TurnView:
    return TurnView(
        turn_id=turn_id, state=state, covers=(LINE,), said=("Hello",), channel=Channel.API, engagement_id=uuid4(),
        created_at=datetime.now(UTC), closed=closed() if state is TurnState.ANSWERED else None, failed=None, stamps=(),
    )  # fmt: skip


@dataclass
class Memory:
    """What memory would say about the turn, and what the broker still holds of its reply."""

    says: list[TurnView | UnavailableError] = field(default_factory=list)
    held: list[ReplyPart] = field(default_factory=list)
    asked: list[UUID | None] = field(default_factory=list)
    recalled: int = 0

    async def look(self, turn_id: UUID | None) -> TurnView:
        self.asked.append(turn_id)
        said = self.says.pop(0) if len(self.says) > 1 else self.says[0]
        if isinstance(said, UnavailableError):
            raise said
        return said

    async def recall(self, turn_id: UUID) -> list[Heard]:
        self.recalled += 1
        return [Heard.of(event) for event in self.held if event.turn_id == turn_id]


def stream(memory: Memory, *events: ReplyPart | Changed, seconds: float = 1.0) -> ReplyStream:
    listener = Listener()
    for event in events:
        listener.tell(Heard.of(event))
    return ReplyStream(listener, memory.look, memory.recall, seconds=seconds, line_id=LINE)


async def shown(reply: ReplyStream) -> list[str]:
    events = [heard.event async for batch in reply.batches() for heard in batch]
    return [str(event.n) if isinstance(event, Piece) else event.event for event in events]


async def test_what_was_lost_on_the_way_is_looked_up() -> None:
    memory = Memory(held=[piece(0), piece(1), piece(2)])
    assert await shown(stream(memory, piece(0), piece(2), closed()).new(TURN)) == ["0", "1", "2", "closed"]
    assert memory.recalled == 1


async def test_what_cannot_be_found_again_is_left_to_the_end() -> None:
    memory = Memory()
    assert await shown(stream(memory, piece(0), piece(2), piece(3), closed()).new(TURN)) == ["0", "closed"]
    assert memory.recalled == 1


async def test_other_turns_and_notices_are_not_this_reply() -> None:
    events = (piece(0, OTHER), Changed(what="me"), closed(OTHER), piece(0), closed())
    assert await shown(stream(Memory(), *events).new(TURN)) == ["0", "closed"]


async def test_a_waiting_line_learns_its_turn_from_the_start() -> None:
    start = Started(turn_id=TURN, covers=(OTHER, LINE))
    reply = stream(Memory(), Started(turn_id=OTHER, covers=(OTHER,)), piece(0, OTHER), start, piece(0), closed())
    assert await shown(reply.new(None)) == ["started", "0", "closed"]
    assert reply.turn_id == TURN


async def test_a_waiting_line_that_missed_its_start_learns_it_by_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.client.reply_stream.SILENCE_SECONDS", 0.01)
    away = UnavailableError("memory service")
    says: list[TurnView | UnavailableError] = [
        view(TurnState.WAITING, None),
        away,
        view(TurnState.ACTIVE),
        view(TurnState.ANSWERED),
    ]
    memory = Memory(says=says, held=[piece(0), piece(1)])
    assert await shown(stream(memory).new(None)) == ["started", "0", "1", "closed"]
    assert memory.asked == [None, None, None, TURN]


async def test_a_repeated_line_is_told_from_what_is_stored() -> None:
    memory = Memory(says=[view(TurnState.ANSWERED)], held=[piece(0)])
    assert await shown(stream(memory).resumed(TURN)) == ["started", "0", "closed"]
    cursor = Cursor(TURN, FIRST, 0)
    assert await shown(stream(memory).resumed(TURN, cursor)) == ["closed"]


async def test_memory_away_ends_nothing_but_the_deadline_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.client.reply_stream.SILENCE_SECONDS", 0.01)
    memory = Memory(says=[UnavailableError("memory service")])
    reply = stream(memory, piece(0), seconds=0.1).new(TURN)
    assert await shown(reply) == ["0"]
    assert not reply.over
    assert await reply.end() is None
    assert len(memory.asked) > 2


async def test_an_end_can_be_brought_forward() -> None:
    reply = stream(Memory(says=[view(TurnState.ACTIVE)]), seconds=60).new(TURN)
    waiting = asyncio.create_task(reply.end())
    await asyncio.sleep(0.01)
    reply.end_in(0)
    async with asyncio.timeout(1):
        assert await waiting is None


async def test_who_does_not_keep_up_is_ended() -> None:
    listener = Listener()
    for n in range(MOST_UNHEARD + 1):
        listener.tell(Heard.of(piece(n)))
    assert listener.ended
    assert await listener.next(0) == []
