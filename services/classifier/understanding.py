"""From an opened turn to the question a model is asked, and from its answer to an understanding."""

from shared.intents.card import Card
from shared.llm.model import Question, Reading
from shared.turns import ModelUse, OpenedTurn, Understanding


def question_of(turn: OpenedTurn, cards: tuple[Card, ...]) -> Question:
    """What the model is to tell apart."""
    return Question(text=turn.text, language=turn.person.language, cards=cards)


def understood(reading: Reading, cards: tuple[Card, ...], source: ModelUse) -> Understanding:
    """The reading as the line carries it; an intent that no card knows is conversation, and nothing is sure."""
    known = {card.name for card in cards}
    intent = reading.intent if reading.intent in known else "general_conversation"
    return Understanding(
        intent=intent,
        confidence=reading.confidence if intent == reading.intent else 0.0,
        alternatives=tuple(name for name in reading.alternatives if name in known),
        language=reading.language,
        source=source,
    )
