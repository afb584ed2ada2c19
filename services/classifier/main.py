"""Wires the classifier."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from services.classifier.settings import ClassifierSettings
from services.classifier.understanding import classify_turn
from shared.bus.service import Service
from shared.bus.step_service import Stage, step_service
from shared.contracts.turns import OpenedTurn
from shared.embedding.embedder import check_embedder
from shared.intents.card import load_cards
from shared.models.current_model import open_current
from shared.models.open_model import Role
from shared.offline.read_line import check_readers
from shared.prompts import load_prompt


def check_networks() -> None:
    """What it understands with is whole."""
    check_embedder()
    check_readers()


def build(settings: ClassifierSettings, give_up: Callable[[], None]) -> Service:
    """The classifier, ready to be started; a broken card or prompt stops it here."""
    load_cards()
    for name in ("classify", "classify_short"):
        load_prompt("classifier", name)
    opened = open_current(settings, Role.CLASSIFY)
    work = partial(classify_turn, opened.model)
    stage = Stage("classifier", "classify", OpenedTurn)
    service = step_service(stage, lambda _: work, settings, give_up, opened.close)

    async def start() -> None:
        await asyncio.to_thread(check_networks)
        await service.start()

    return replace(service, start=start)
