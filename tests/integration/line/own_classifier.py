"""A classifier in the test's own process: it reads lines by a test's script."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from services.classifier.settings import ClassifierSettings
from services.classifier.understanding import classify_turn
from shared.bus.step_service import Stage, step_service
from shared.contracts.assertions import Category
from shared.contracts.turns import OpenedTurn
from shared.contracts.understanding import Continuation, PersonalFact, Reading
from shared.models.model import Question
from shared.testing.scripted_model import ScriptedModel
from tests.servers import Servers

TEA = "I like tea."
"""What the person says about themself; to everything else they only talk, or say yes."""
ALSO = "I play chess."
FACTS = {
    TEA: PersonalFact(text="You like tea.", own_words=TEA, category=Category.PREFERENCES),
    ALSO: PersonalFact(text="You play chess.", own_words=ALSO, category=Category.INTERESTS),
}


def read(question: Question) -> Reading:
    """A fact, a yes where something was asked, and conversation."""
    if question.text in FACTS:
        return Reading(intent="remember_about_me", confidence=0.95, personal_facts=(FACTS[question.text],))
    if question.text == "yes" and question.offer is not None:
        return Reading(intent="remember_about_me", confidence=0.95, continuation=Continuation.CONFIRM)
    return Reading(intent="general_conversation", confidence=0.95)


@asynccontextmanager
async def classifying(servers: Servers) -> AsyncIterator[ScriptedModel]:
    """Hears the turns that come to `classify`, like any classifier, until the end of the block."""
    model = ScriptedModel(read_by=read)
    settings = ClassifierSettings(nats_url=servers.nats_url("classifier"), concurrency=4)
    stage = Stage("classifier", "classify", OpenedTurn)
    service = step_service(stage, lambda _: partial(classify_turn, model), settings, lambda: None)
    await service.start()
    try:
        yield model
    finally:
        await service.stop()
