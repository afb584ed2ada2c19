"""What the router hears."""

from services.router.routing import plan_operations
from shared.contracts.notices import Attempt
from shared.contracts.turns import ClassifiedTurn, RoutedTurn
from shared.intents.card import load_cards


async def route_turn(turn: ClassifiedTurn, _: Attempt) -> RoutedTurn:
    """Decides what is to be done; asks nobody."""
    return plan_operations(turn, load_cards())
