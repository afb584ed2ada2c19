"""A message that is given up goes to memory with its reason, under a name of its own, and ends."""

import nats.errors
import pytest
from faststream.exceptions import RejectMessage

from shared.bus.dead_letters import GivenUpError, with_dead_letters
from shared.bus.delivery import Incoming
from shared.contracts.ids import new_id
from shared.contracts.notices import DeadTurn
from tests.unit.bus.a_message import Published, RememberingBroker, a_message

pytestmark = pytest.mark.row("P6")


async def _given_up(_: Incoming) -> None:
    raise GivenUpError("workers died on it", 5)


async def _buried(message: Incoming, broker: RememberingBroker) -> list[Published]:
    with pytest.raises(RejectMessage):
        await with_dead_letters(broker.bus, _given_up)(message)
    return broker.published


async def test_it_is_handed_to_memory_with_its_reason() -> None:
    turn_id = new_id()
    (published,) = await _buried(a_message(token=str(turn_id), body=b'{"its": "words"}')[0], RememberingBroker())
    assert published.subject == f"turn.dead.{turn_id}"
    assert DeadTurn.model_validate_json(published.body) == DeadTurn(
        step="route", reason="workers died on it", attempts=5, form='{"its": "words"}'
    )


async def test_the_same_message_is_the_same_dead_letter_and_another_one_is_not() -> None:
    broker, turn_id = RememberingBroker(), str(new_id())
    message, raw = a_message(token=turn_id)
    await _buried(message, broker)
    await _buried(message, broker)
    raw.metadata.sequence.stream += 1
    await _buried(message, broker)
    first, same, other = (published.message_id for published in broker.published)
    assert first == same != other


@pytest.mark.parametrize("body", [b"\xff\xfe\x00", b"\x00", "\ud800".encode(errors="surrogatepass")])
async def test_what_cannot_be_read_can_be_stored_all_the_same(body: bytes) -> None:
    (published,) = await _buried(a_message(body=body)[0], RememberingBroker())
    DeadTurn.model_validate_json(published.body)


async def test_it_does_not_end_before_memory_has_it() -> None:
    broker = RememberingBroker(failures=[nats.errors.TimeoutError(), nats.errors.NoRespondersError()])
    await _buried(a_message()[0], broker)
    assert len(broker.published) == 1
    assert len(set(broker.asked)) == 1  # tried again under the same name, so that it is there once


async def test_what_memory_cannot_even_bury_ends_there() -> None:
    assert await _buried(a_message(step="dead")[0], RememberingBroker()) == []


async def test_what_is_not_given_up_is_left_alone() -> None:
    broker = RememberingBroker()

    heard: list[Incoming] = []

    async def done(message: Incoming) -> None:
        heard.append(message)

    message, _ = a_message()
    await with_dead_letters(broker.bus, done)(message)
    assert heard == [message]
    assert broker.published == []
