"""What the classifier hears."""

from services.classifier.reading import read_question
from services.classifier.understanding import question_of, understood
from shared.contracts.notices import Attempt
from shared.contracts.turns import ClassifiedTurn, OpenedTurn
from shared.intents.card import cards
from shared.models.model import LanguageModel


async def classify(model: LanguageModel, turn: OpenedTurn, _: Attempt) -> ClassifiedTurn:
    """Reads what the person meant."""
    read = await read_question(model, question_of(turn, tuple(cards().values())))
    return ClassifiedTurn.grown(turn, understanding=understood(read, cards()))
