"""From an understanding to operations."""

from shared.intents.card import Card
from shared.operations import LapseOffer, Operation
from shared.turns import ClassifiedTurn, RoutedTurn


def route(turn: ClassifiedTurn, cards: dict[str, Card]) -> RoutedTurn:
    """What the intent's card says; a standing offer that the line could have answered and did not, lapses."""
    card = cards[turn.understanding.intent]
    return RoutedTurn.grown(turn, operations=_operations(turn), reply_needs=card.reply_needs)


def _operations(turn: ClassifiedTurn) -> tuple[Operation, ...]:
    if turn.standing is None or not turn.may_answer:
        return ()
    return (LapseOffer(offer_id=turn.standing.offer_id),)
