"""What the classifier hears."""

from services.classifier.reading import read_question
from services.classifier.understanding import question_of, understood
from shared.intents.card import cards
from shared.llm.model import LanguageModel
from shared.notices import Attempt
from shared.turns import ClassifiedTurn, OpenedTurn


async def classify(model: LanguageModel, turn: OpenedTurn, _: Attempt) -> ClassifiedTurn:
    """Reads what the person meant."""
    read = await read_question(model, question_of(turn, tuple(cards().values())))
    return ClassifiedTurn.grown(turn, understanding=understood(read, cards()))
