"""Whoever works on a message says so, for as long as they do."""

import asyncio

import nats.errors
import pytest

from shared.bus import heartbeat
from shared.bus.delivery import Incoming
from shared.bus.heartbeat import with_heartbeat
from tests.unit.bus.a_message import RememberingBroker, a_message

pytestmark = pytest.mark.row("P1")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "ACK_WAIT", 0.003)


@pytest.mark.parametrize("broken", [None, nats.errors.ConnectionClosedError()])
async def test_it_beats_until_the_work_is_done_also_while_the_broker_is_away(broken: Exception | None) -> None:
    broker, (message, raw) = RememberingBroker(), a_message()
    raw.broken = broken

    async def work(_: Incoming) -> None:
        while raw.signs < 3:
            await asyncio.sleep(0)

    await with_heartbeat(broker.bus, work)(message)
    assert {published.subject for published in broker.published} <= {raw.subject.replace("route", "working")}
    assert bool(broker.published) is (broken is None)
    await _beats_no_more(raw.signs, message)


async def _beats_no_more(signs: int, message: Incoming) -> None:
    for _ in range(5):
        await asyncio.sleep(0.001)
    assert message.raw_message.signs == signs


async def test_it_stops_when_the_work_fails() -> None:
    broker, (message, raw) = RememberingBroker(), a_message()

    async def work(_: Incoming) -> None:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  # it has nothing to say
        await with_heartbeat(broker.bus, work)(message)
    await _beats_no_more(raw.signs, message)
