"""Wires the router."""

from collections.abc import Callable

from services.router.routing import route_turn
from services.router.settings import RouterSettings
from shared.bus.service import Service
from shared.bus.step_service import Stage, step_service
from shared.contracts.turns import ClassifiedTurn
from shared.intents.card import load_cards


def build(settings: RouterSettings, give_up: Callable[[], None]) -> Service:
    """The router, ready to be started; a broken card stops it here."""
    load_cards()
    return step_service(Stage("router", "route", ClassifiedTurn), lambda _: route_turn, settings, give_up)
