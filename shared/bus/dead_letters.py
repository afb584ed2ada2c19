"""A message that is given up goes to memory with its reason, which stores it and tells the person honestly."""

from faststream.exceptions import RejectMessage

from shared.bus.broker import Bus
from shared.bus.delivery import Handle, Incoming, step_of, times_delivered, turn_token
from shared.bus.forwarding import publish_surely
from shared.bus.logs import log_event
from shared.bus.metrics import DEAD_LETTERS
from shared.contracts.notices import DeadTurn
from shared.contracts.pipeline import DEAD, step_subject


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
    step, token = step_of(message), turn_token(message)
    if step == DEAD:  # memory itself cannot store it; it ends with this record
        log_event("dead_letter_lost", step=DEAD, subject=message.raw_message.subject, attempt=given_up.attempts)
        return
    form = message.body.decode(errors="replace").replace("\x00", "�")
    dead = DeadTurn(step=step, reason=str(given_up), attempts=given_up.attempts, form=form)
    DEAD_LETTERS.labels(step).inc()
    log_event("dead_letter", step=step, turn_id=token, attempt=times_delivered(message))
    sequence = message.raw_message.metadata.sequence.stream
    await publish_surely(bus, dead, step_subject(DEAD, token), f"{token}:{DEAD}:{step}:{sequence}")
