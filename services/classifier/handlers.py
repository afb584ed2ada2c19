"""What the classifier hears."""

from services.classifier.stamping import stamped
from services.classifier.understanding import question_of, understood
from shared.intents.card import cards
from shared.llm.model import LanguageModel, Read
from shared.notices import Attempt
from shared.turns import ClassifiedTurn, OpenedTurn


async def classify(model: LanguageModel, turn: OpenedTurn, _: Attempt) -> ClassifiedTurn:
    """Asks the model what the person meant."""
    read = await model.ask(question_of(turn, tuple(cards().values())))
    stamp = Read(stamped(read.reading, turn.text), read.used)
    return ClassifiedTurn.grown(turn, understanding=understood(stamp, cards()))
