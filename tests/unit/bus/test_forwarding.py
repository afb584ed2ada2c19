"""A message is put on the line so that it is there once, or it is said that it could not be."""

from datetime import timedelta

import nats.errors
import nats.js.errors
import pytest
from faststream.exceptions import IncorrectState

from services.memory.inflight.queue import Place, WaitingLine, new_turn
from shared.bus import forwarding
from shared.bus.broken_dependency import BrokenDependencyError
from shared.bus.forwarding import forward_turn
from shared.clock import system_clock
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.pipeline import LINE
from shared.contracts.turns import Channel, EngagementKind, Turn
from tests.unit.bus.a_message import RememberingBroker

pytestmark = pytest.mark.row("P4")


@pytest.fixture
def turn() -> Turn:
    place = Place(new_id(), EngagementKind.PERSONAL, "Your Story", Channel.API, write=True, read=True)
    now = system_clock()
    line = WaitingLine(new_id(), "Hello", 1, place)
    who = Caller(tenant_id=new_id(), person_id=new_id())
    return new_turn(who, new_id(), [line], (now, now + timedelta(seconds=30)))


async def _forwarded(turn: Turn, broker: RememberingBroker) -> None:
    await forward_turn(broker.bus, turn)


async def test_a_turn_goes_to_the_first_of_its_steps_and_keeps_the_rest(turn: Turn) -> None:
    broker = RememberingBroker()
    await _forwarded(turn, broker)
    (published,) = broker.published
    assert published.subject == f"turn.open.{turn.turn_id}"
    assert published.message_id == f"{turn.turn_id}:open:1"
    assert Turn.model_validate_json(published.body) == Turn.grown(turn, steps=LINE[1:])


async def test_a_turn_goes_the_way_that_it_was_born_with(turn: Turn) -> None:
    broker = RememberingBroker()
    await _forwarded(Turn.grown(turn, steps=("respond", "close")), broker)
    assert broker.published[0].subject == f"turn.respond.{turn.turn_id}"


async def test_a_turn_that_is_offered_again_is_another_message(turn: Turn) -> None:
    broker = RememberingBroker()
    await _forwarded(turn, broker)
    await _forwarded(Turn.grown(turn, offered=2), broker)
    assert [published.message_id for published in broker.published] == [
        f"{turn.turn_id}:open:1",
        f"{turn.turn_id}:open:2",
    ]


@pytest.mark.parametrize(
    "failure",
    [
        nats.errors.TimeoutError(),
        nats.errors.ConnectionClosedError(),
        nats.js.errors.NoStreamResponseError(),
        ConnectionResetError(),
        IncorrectState(),  # FastStream's own word for a connection that was ended
    ],
    ids=lambda failure: type(failure).__name__,
)
async def test_a_broker_that_is_away_is_waited_for_under_the_same_name(turn: Turn, failure: Exception) -> None:
    broker = RememberingBroker(failures=[failure, failure])
    await _forwarded(turn, broker)
    assert broker.asked == [f"{turn.turn_id}:open:1"] * 3
    assert len(broker.published) == 1


async def test_a_broker_that_stays_away_is_a_broken_dependency(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "PUBLISH_FOR", 0.15)
    broker = RememberingBroker(failures=[nats.errors.TimeoutError() for _ in range(10)])
    with pytest.raises(BrokenDependencyError):
        await _forwarded(turn, broker)


async def test_what_is_our_own_fault_is_not_tried_again(turn: Turn) -> None:
    broker = RememberingBroker(failures=[ValueError()])
    with pytest.raises(ValueError):  # noqa: PT011  # it has nothing to say
        await _forwarded(turn, broker)
    assert len(broker.asked) == 1


async def test_what_is_told_waits_for_the_broker_and_a_broker_that_stays_away_is_nobodys_failure() -> None:
    broker = RememberingBroker(failures=[nats.errors.OutboundBufferLimitError(), nats.errors.ConnectionClosedError()])
    await forwarding.publish_notice(broker.bus, b"{}", "reply.a.b")
    assert [told.subject for told in broker.published] == ["reply.a.b"]
    away = RememberingBroker(failures=[nats.errors.OutboundBufferLimitError() for _ in range(3)])
    with pytest.raises(BrokenDependencyError):
        await forwarding.publish_notice(away.bus, b"{}", "reply.a.b", seconds=0)
