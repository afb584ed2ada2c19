"""A message that is given up goes to memory with its reason, which stores it and tells the person honestly."""

from faststream.exceptions import RejectMessage

from shared.bus.broker import Bus
from shared.bus.delivery import Handle, Incoming, id_of, id_token, step_of, times_delivered
from shared.bus.forwarding import publish_surely
from shared.bus.logs import log_event
from shared.bus.message_kind import fields_of, is_dead_letter, kind_of
from shared.bus.metrics import DEAD_LETTERS
from shared.contracts.pipeline import DEAD


class GivenUpError(Exception):
    """No further attempt will be made at this message."""

    def __init__(self, reason: str, attempts: int) -> None:
        super().__init__(reason)
        self.attempts = attempts


def with_dead_letters(bus: Bus, handle: Handle) -> Handle:
    """Hands a message that is given up to memory, then ends it."""

    async def handled(message: Incoming) -> None:
        try:
            await handle(message)
        except GivenUpError as given_up:
            await _bury(bus, message, given_up)
            raise RejectMessage from given_up

    return handled


async def _bury(bus: Bus, message: Incoming, given_up: GivenUpError) -> None:
    step, token, kind = step_of(message), id_token(message), kind_of(message)
    subject: str = message.raw_message.subject
    nobody = id_of(message) is None and kind.about == "work_id"
    if is_dead_letter(message) or nobody:  # memory itself cannot store it; it ends with this record
        log_event("dead_letter_lost", step=step, subject=subject, attempt=given_up.attempts)
        return
    dead = kind.letter(message, str(given_up), given_up.attempts)
    DEAD_LETTERS.labels(step).inc()
    log_event("dead_letter", step=step, attempt=times_delivered(message), **fields_of(message))
    sequence = message.raw_message.metadata.sequence.stream
    identity = f"{token}:{DEAD}:{step}:{sequence}"
    await publish_surely(bus, dead, kind.dead(subject), identity, stream=kind.stream)
