"""What becomes of a message whose handler failed, by the kind of the failure.

- A broken dependency: the worker holds the message (the heartbeat keeps it) and tries again after a growing pause.
  It is not given back, because a redelivery counts, and five deliveries without a word mean a message that kills.
- A bad message: a dead letter at once.
- Anything else: given back with a growing delay; the fifth failure, or a sixth delivery after deaths without a
  word, makes it a dead letter.
"""

from faststream.exceptions import NackMessage

from shared.bus.broken_dependency import BrokenDependencyError, growing_pauses
from shared.bus.dead_letters import GivenUpError
from shared.bus.delivery import Handle, Incoming, step_of, times_delivered
from shared.bus.logs import log_event, log_failure
from shared.bus.message_kind import fields_of
from shared.contracts.errors import BadMessageError
from shared.contracts.pipeline import MAX_ATTEMPTS


def with_retries(handle: Handle) -> Handle:
    """Decides between again, later and never."""

    async def handled(message: Incoming) -> None:
        attempts = times_delivered(message)
        if attempts > MAX_ATTEMPTS:
            raise GivenUpError("workers died on it", attempts - 1)
        try:
            await _held(handle, message)
        except BadMessageError as error:
            raise GivenUpError(str(error), attempts) from error
        except Exception as error:
            log_failure("step_failed", error, step=step_of(message), attempt=attempts, **fields_of(message))
            if attempts >= MAX_ATTEMPTS:
                raise GivenUpError(f"failed {attempts} times, last with {type(error).__name__}", attempts) from error
            raise NackMessage(delay=0.1 * 3 ** (attempts - 1)) from error

    return handled


async def _held(handle: Handle, message: Incoming) -> None:
    try:
        return await handle(message)
    except BrokenDependencyError as error:
        log_event("waiting_for_dependency", what=error.what, step=step_of(message))
    async for _ in growing_pauses():
        try:
            return await handle(message)
        except BrokenDependencyError:
            continue
    raise AssertionError  # growing_pauses never ends
