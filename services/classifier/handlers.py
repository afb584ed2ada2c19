"""What the classifier hears."""

from services.classifier.reading import read_question
from services.classifier.understanding import question_of, understanding_from
from shared.contracts.notices import Attempt
from shared.contracts.turns import ClassifiedTurn, OpenedTurn
from shared.intents.card import load_cards
from shared.models.model import LanguageModel


async def classify_turn(model: LanguageModel, turn: OpenedTurn, _: Attempt) -> ClassifiedTurn:
    """Reads what the person meant."""
    read = await read_question(model, question_of(turn, tuple(load_cards().values())))
    return ClassifiedTurn.grown(turn, understanding=understanding_from(read, load_cards()))
