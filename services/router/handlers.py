"""What the router hears."""

from services.router.routing import route
from shared.contracts.notices import Attempt
from shared.contracts.turns import ClassifiedTurn, RoutedTurn
from shared.intents.card import cards


async def route_turn(turn: ClassifiedTurn, _: Attempt) -> RoutedTurn:
    """Decides what is to be done; asks nobody."""
    return route(turn, cards())
