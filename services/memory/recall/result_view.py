"""What was found, as it is told: to the person whole, to an agent without what counts or leads to the rest."""

from services.memory.assertions.view import assertion_view
from services.memory.recall.find_matches import Match
from services.memory.recall.third_person import of_the_person
from shared.contracts.requests.recall import ExchangeView, Hit, ToldView

SAID = "conversation"


def told_to_person(found: Match) -> Hit:
    """As the notebook shows it."""
    known = found.what
    if isinstance(known, ExchangeView):
        return _told_talk(found, known)
    return Hit(
        id=known.assertion_id,
        category=known.category,
        text=f"[{known.category}] {known.content}",
        score=found.score,
        why=found.why,
        assertion=assertion_view(known),
    )


def told_to_agent(found: Match) -> Hit:
    """Of the person, and not to them. Never in their own words: those may tell more than what was agreed to."""
    known = found.what
    if isinstance(known, ExchangeView):
        return _told_talk(found, known)
    content, voice = of_the_person(known.content)
    told = ToldView(
        assertion_id=known.assertion_id,
        kind=known.kind,
        category=known.category,
        content=content,
        voice=voice,
        importance=known.importance,
        pinned=known.pinned,
        label=known.label,
        created_at=known.created_at,
        updated_at=known.updated_at,
    )
    return Hit(
        id=known.assertion_id,
        category=known.category,
        text=f"[{known.category}] {content}",
        score=found.score,
        why=found.why,
        told=told,
    )


def _told_talk(found: Match, exchange: ExchangeView) -> Hit:
    text = f"[{SAID}] {exchange.content}"
    return Hit(id=exchange.message_id, text=text, score=found.score, why=found.why, exchange=exchange)
