"""A message that is given up goes to memory with its reason, which stores it and tells the person honestly."""

from collections.abc import Awaitable, Callable
from typing import Any

from faststream import BaseMiddleware
from faststream.exceptions import RejectMessage
from faststream.nats import NatsBroker

from shared.notices import DeadTurn
from shared.pipeline import DEAD
from shared.stage.delivery import Incoming, step_of, times_delivered, turn_token
from shared.stage.forwarding import publish_surely
from shared.stage.logs import record
from shared.stage.metrics import DEAD_LETTERS


class GivenUpError(Exception):
    """No further attempt will be made at this message."""

    def __init__(self, reason: str, attempts: int) -> None:
        super().__init__(reason)
        self.attempts = attempts


class DeadLetters(BaseMiddleware[Any, Any]):
    """Hands a given-up message to memory, then ends it."""

    async def consume_scope(self, call_next: Callable[[Incoming], Awaitable[object]], msg: Incoming) -> object:
        """Passes on; what is given up inside is buried."""
        try:
            return await call_next(msg)
        except GivenUpError as given_up:
            await self._bury(msg, given_up)
            raise RejectMessage from given_up

    async def _bury(self, msg: Incoming, given_up: GivenUpError) -> None:
        broker: NatsBroker = self.context.get("broker")
        metadata = msg.raw_message.metadata
        if step_of(msg) == DEAD:  # memory itself cannot store it; it ends with this record
            record("dead_letter_lost", step=DEAD, subject=msg.raw_message.subject, attempt=given_up.attempts)
            return
        dead = DeadTurn(
            step=step_of(msg),
            reason=str(given_up),
            attempts=given_up.attempts,
            form=msg.body.decode(errors="replace").replace("\x00", "�"),
        )
        token = turn_token(msg)
        DEAD_LETTERS.labels(dead.step).inc()
        record("dead_letter", step=dead.step, turn_id=token, attempt=times_delivered(msg))
        message_id = f"{token}:{DEAD}:{dead.step}:{metadata.sequence.stream}"
        await publish_surely(broker, dead, f"turn.{DEAD}.{token}", message_id)
