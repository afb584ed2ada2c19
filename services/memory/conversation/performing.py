"""What a turn's operations do, decided on the loaded state."""

from dataclasses import dataclass
from uuid import UUID

from shared.operations import Action, Operation, Outcome
from shared.turns import PerformedTurn, RoutedTurn, Turn


@dataclass(frozen=True, slots=True)
class Performance:
    """The next form, and the offer that no longer waits."""

    turn: PerformedTurn
    lapsed_offer_id: UUID | None


def perform(turn: RoutedTurn, answerable_offer_id: UUID | None) -> Performance:
    """Does the operations; the offer that counts is the database's, whatever the turn was told of it."""
    lapsed = next((o.offer_id for o in turn.operations if o.offer_id == answerable_offer_id), None)
    performed = PerformedTurn.grown(
        turn,
        outcomes=tuple(_outcome(operation, lapsed) for operation in turn.operations),
        action=Action.NONE,
        memory=(),
        offer=None,
    )
    return Performance(performed, lapsed)


def resumed(stored: str, turn: Turn) -> PerformedTurn:
    """What performing the turn left; its offer and its times are those of the turn's present life."""
    form = PerformedTurn.model_validate_json(stored)
    return PerformedTurn.grown(form, offered=turn.offered, activated_at=turn.activated_at, deadline=turn.deadline)


def _outcome(operation: Operation, lapsed: UUID | None) -> Outcome:
    return Outcome(kind=operation.kind, done=operation.offer_id == lapsed)
