"""From an opened turn to the question a model is asked, and from its answer to an understanding. Pure."""

from shared.contracts.turns import EngagementKind, OpenedTurn, newest_within
from shared.contracts.understanding import Understanding
from shared.intents.card import Card
from shared.models.model import Question, Read

OTHERWISE = "general_conversation"
EXCHANGES = 6
MOST_HISTORY = 16_000
"""What understanding needs of what was said before, and characters of it."""


def question_of(turn: OpenedTurn, cards: tuple[Card, ...]) -> Question:
    """What the model is to tell apart, and what may help it."""
    return Question(
        text=turn.text,
        language=turn.person.language,
        project=turn.engagement_title if turn.engagement_kind is EngagementKind.PROJECT else None,
        cards=cards,
        history=newest_within(turn.history[-EXCHANGES:], MOST_HISTORY),
        offer=turn.standing if turn.may_answer else None,
        near=turn.near,
        corrections=turn.corrections,
        may_spend=turn.person.may_spend,
    )


def understanding_from(read: Read, cards: dict[str, Card]) -> Understanding:
    """The reading as the line carries it; an intent that no card has is conversation, and nothing is sure."""
    known = read.reading.intent in cards
    intent = read.reading.intent if known else OTHERWISE
    fields = {
        **dict(read.reading),
        "intent": intent,
        "confidence": read.reading.confidence if known else 0.0,
        "alternatives": tuple(name for name in read.reading.alternatives if name in cards),
        "axes": cards[intent].axes.model_dump(),
        "source": read.used,
    }
    return Understanding.model_validate(fields)
