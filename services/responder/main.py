"""Wires the responder."""

from collections.abc import Callable
from functools import partial

from services.responder.fences import key_of
from services.responder.replying import reply
from services.responder.settings import ResponderSettings
from services.responder.stopping import Stops
from services.responder.texts import versions
from shared.intents.card import cards
from shared.llm.choose import Role, open_model
from shared.pipeline import STOPPED
from shared.stage.broker import Bus
from shared.stage.service import Service
from shared.stage.stage import Work, hear_signals
from shared.stage.step_service import Stage, step_service
from shared.turns import PerformedTurn


def build(settings: ResponderSettings, give_up: Callable[[], None]) -> Service:
    """The responder, ready to be started; a broken card or prompt stops it here."""
    cards()
    versions()
    opened = open_model(settings, Role.RESPOND)
    key = key_of(settings.nats_url)
    stage, stops = Stage("responder", "respond", PerformedTurn), Stops()

    def work(bus: Bus) -> Work[PerformedTurn]:
        hear_signals(bus, STOPPED, stops.heard)
        return stops.around(partial(reply, opened.model, key, bus))

    return step_service(stage, work, settings, give_up, opened.close)
