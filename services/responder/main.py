"""Wires the responder."""

from collections.abc import Callable
from functools import partial

from services.responder.fences import key_of
from services.responder.prompt_texts import prompt_versions
from services.responder.replying import reply_to_turn
from services.responder.settings import ResponderSettings
from services.responder.stopping import Stops
from shared.bus.broker import Bus
from shared.bus.service import Service
from shared.bus.stage import Work, hear_signals
from shared.bus.step_service import Stage, step_service
from shared.contracts.pipeline import STOPPED
from shared.contracts.turns import PerformedTurn
from shared.intents.card import load_cards
from shared.models.current_model import open_current
from shared.models.model import LanguageModel
from shared.models.open_model import Role


def build(settings: ResponderSettings, give_up: Callable[[], None]) -> Service:
    """The responder, ready to be started; a broken card or prompt stops it here."""
    load_cards()
    prompt_versions()
    opened = open_current(settings, Role.RESPOND)
    stage = Stage("responder", "respond", PerformedTurn)
    return step_service(stage, speaking_with(opened.model, key_of(settings.nats_url)), settings, give_up, opened.close)


def speaking_with(model: LanguageModel, key: bytes) -> Callable[[Bus], Work[PerformedTurn]]:
    """The work of this stage with that model; it breaks off where the person wants it no longer."""

    def work(bus: Bus) -> Work[PerformedTurn]:
        stops = Stops()
        hear_signals(bus, STOPPED, stops.heard)
        return stops.around(partial(reply_to_turn, model, key, bus))

    return work
