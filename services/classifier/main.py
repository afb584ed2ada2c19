"""Wires the classifier."""

from collections.abc import Callable
from functools import partial

from services.classifier.handlers import classify
from services.classifier.settings import ClassifierSettings
from shared.intents.card import cards
from shared.llm.choose import Role
from shared.llm.current import open_current
from shared.prompts import prompt
from shared.stage.service import Service
from shared.stage.step_service import Stage, step_service
from shared.turns import OpenedTurn


def build(settings: ClassifierSettings, give_up: Callable[[], None]) -> Service:
    """The classifier, ready to be started; a broken card or prompt stops it here."""
    cards()
    for name in ("classify", "classify_short"):
        prompt("classifier", name)
    opened = open_current(settings, Role.CLASSIFY)
    work = partial(classify, opened.model)
    return step_service(Stage("classifier", "classify", OpenedTurn), lambda _: work, settings, give_up, opened.close)
