"""Wires the reflector."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from services.reflector.handlers import HEARD, hear_steps
from services.reflector.settings import ReflectorSettings
from services.reflector.thinking import Thinker
from shared.bus.broker import open_broker
from shared.bus.service import Service
from shared.bus.step_service import listening_service
from shared.embedding.embedder import check_embedder
from shared.models.current_model import open_current
from shared.models.open_model import Role
from shared.prompts import load_prompt


def build(settings: ReflectorSettings, give_up: Callable[[], None]) -> Service:
    """The reflector, ready to be started; a broken prompt stops it here."""
    for name in ("entities", "narrative", "deltas", "routing"):
        load_prompt("reflector", name)
    bus = open_broker("reflector", settings, on_closed=give_up)
    opened = open_current(settings, Role.EXTRACT)
    hear_steps(bus, Thinker(opened.model), settings.work_concurrency)
    service = listening_service(bus, HEARD, opened.close)

    async def start() -> None:
        await asyncio.to_thread(check_embedder)
        await service.start()

    return replace(service, start=start)
