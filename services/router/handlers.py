"""What the router hears."""

from services.router.routing import route
from shared.intents.card import cards
from shared.notices import Attempt
from shared.turns import ClassifiedTurn, RoutedTurn


async def route_turn(turn: ClassifiedTurn, _: Attempt) -> RoutedTurn:
    """Decides what is to be done; asks nobody."""
    return route(turn, cards())
