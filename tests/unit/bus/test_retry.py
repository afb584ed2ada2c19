"""What becomes of a message whose handler failed."""

import pytest
from faststream.exceptions import NackMessage

from shared.bus.broken_dependency import BrokenDependencyError
from shared.bus.dead_letters import GivenUpError
from shared.bus.delivery import Handle, Incoming
from shared.bus.retry import with_retries
from shared.contracts.errors import BadMessageError
from shared.contracts.pipeline import MAX_ATTEMPTS
from tests.unit.bus.a_message import a_message

pytestmark = pytest.mark.row("P1", "P6")

SECRET = "what the person said"


def _failing_with(*errors: BaseException) -> tuple[Handle, list[Incoming]]:
    """A handler that fails in these ways and then is done, and what it was called with."""
    left, calls = list(errors), list[Incoming]()

    async def handle(message: Incoming) -> None:
        calls.append(message)
        if left:
            raise left.pop(0)

    return handle, calls


async def test_what_works_is_done_once() -> None:
    handle, calls = _failing_with()
    message, _ = a_message()
    await with_retries(handle)(message)
    assert calls == [message]


@pytest.mark.parametrize(("attempt", "delay"), [(1, 0.1), (2, 0.3), (3, 0.9), (4, 2.7)])
async def test_a_failure_is_given_back_with_a_growing_delay(attempt: int, delay: float) -> None:
    handle, _ = _failing_with(ValueError(SECRET))
    with pytest.raises(NackMessage) as given_back:
        await with_retries(handle)(a_message(delivered=attempt)[0])
    assert given_back.value.extra_options == {"delay": pytest.approx(delay)}


async def test_the_fifth_failure_is_the_last_and_its_reason_does_not_say_what_the_person_said() -> None:
    handle, _ = _failing_with(ValueError(SECRET))
    with pytest.raises(GivenUpError, match="failed 5 times, last with ValueError") as given_up:
        await with_retries(handle)(a_message(delivered=MAX_ATTEMPTS)[0])
    assert given_up.value.attempts == MAX_ATTEMPTS
    assert SECRET not in str(given_up.value)


async def test_a_message_that_killed_five_workers_is_not_tried_a_sixth_time() -> None:
    handle, calls = _failing_with()
    with pytest.raises(GivenUpError, match="workers died on it") as given_up:
        await with_retries(handle)(a_message(delivered=MAX_ATTEMPTS + 1)[0])
    assert given_up.value.attempts == MAX_ATTEMPTS
    assert calls == []


async def test_a_bad_message_is_given_up_at_once() -> None:
    handle, _ = _failing_with(BadMessageError("lines.0.text"))
    with pytest.raises(GivenUpError, match=r"does not fit its form \(lines\.0\.text\)") as given_up:
        await with_retries(handle)(a_message()[0])
    assert given_up.value.attempts == 1


async def test_a_broken_dependency_is_waited_for_with_the_message_in_hand() -> None:
    handle, calls = _failing_with(BrokenDependencyError("database"), BrokenDependencyError("database"))
    message, _ = a_message(delivered=MAX_ATTEMPTS)
    await with_retries(handle)(message)
    assert calls == [message] * 3


async def test_another_failure_after_a_broken_dependency_is_a_failure() -> None:
    handle, _ = _failing_with(BrokenDependencyError("database"), ValueError(SECRET))
    with pytest.raises(NackMessage):
        await with_retries(handle)(a_message()[0])


async def test_what_is_told_to_stop_stops() -> None:
    handle, _ = _failing_with(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        await with_retries(handle)(a_message()[0])
