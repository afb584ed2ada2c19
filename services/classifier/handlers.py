"""What the classifier hears."""

import time

from services.classifier.understanding import question_of, understood
from shared.intents.card import cards
from shared.llm.model import LanguageModel
from shared.notices import Attempt
from shared.turns import ClassifiedTurn, ModelUse, OpenedTurn


async def classify(model: LanguageModel, turn: OpenedTurn, _: Attempt) -> ClassifiedTurn:
    """Asks the model what the person meant."""
    known = tuple(cards().values())
    began = time.perf_counter()
    reading = await model.ask(question_of(turn, known))
    source = ModelUse(provider=model.provider, model=model.model, latency_ms=(time.perf_counter() - began) * 1000)
    return ClassifiedTurn.grown(turn, understanding=understood(reading, known, source))
