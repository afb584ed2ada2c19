"""From a performed turn to what the model is told to say."""

from shared.intents.card import Card
from shared.llm.model import Brief
from shared.turns import PerformedTurn


def brief_of(turn: PerformedTurn, cards: dict[str, Card]) -> Brief:
    """Who speaks with whom about what, and how the intent's card wants it said."""
    return Brief(
        turn_id=turn.turn_id,
        text=turn.text,
        card=cards[turn.understanding.intent],
        language=turn.understanding.language,
        companion_name=turn.person.companion_name,
        history=turn.history,
        first_turn=not turn.history,
    )
