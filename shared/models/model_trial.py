"""Whether a model answers, and how fast: asked for one sentence, before anybody relies on it."""

import asyncio
import time
from dataclasses import dataclass

from shared.models.memory_proposal import offer_to_remember
from shared.models.model_names import Provider
from shared.models.model_settings import ModelSettings
from shared.models.open_model import Role, choice_of, client_for, patience_of, wire_to
from shared.models.wire import CallFailedError, Meter, Speech, Why

ASKED = "Say in one short sentence that you are there."
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it: its first words, or why there were none."""

    seconds: float
    first_word_seconds: float | None = None
    said: str = ""
    why: str | None = None


async def try_model(settings: ModelSettings) -> Trial:
    """The model that would speak; the engine in the house needs no trial."""
    choice = choice_of(settings, Role.RESPOND)
    if choice.provider is Provider.OFFLINE:
        return Trial(0.0)
    began, first, said = time.perf_counter(), None, ""
    async with client_for(settings) as client:
        try:
            async with asyncio.timeout(patience_of(choice, settings, Role.RESPOND).first_piece):
                async for part in wire_to(choice, settings, client).speak(_speech(), Meter()):
                    if isinstance(part, str) and part:
                        first = time.perf_counter() - began if first is None else first
                        said = (said + part)[:LONGEST]
        except (CallFailedError, TimeoutError) as error:
            why = error.why if isinstance(error, CallFailedError) else Why.SLOW
            return Trial(time.perf_counter() - began, first, said, why.value)
    return Trial(time.perf_counter() - began, first, said.strip(), None if said.strip() else Why.UNUSABLE.value)


def _speech() -> Speech:
    return Speech(common="", stable="", talk=(), now=ASKED, said="", tool=offer_to_remember(), may_call=False)
