"""A performed turn to speak about: everything that a test does not name is plain."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from shared.contracts.ids import new_id
from shared.contracts.operations import Action, MemoryChange, Mentioned, Offer, OfferItem, OfferKind, Outcome
from shared.contracts.turns import Exchange, PerformedTurn, Quote, ReplyContext, Spoken
from shared.contracts.understanding import PersonalFact, Understanding
from shared.intents.card import load_cards
from shared.models.model import Brief, ModelPrompt

NOW = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)
MARCH = datetime(2026, 3, 3, 12, tzinfo=UTC)
PERSON, PROJECT = UUID(int=1), UUID(int=2)
SHELLFISH = "You're allergic to shellfish."
SHELLFISH_SAID = "I'm allergic to shellfish, by the way"


def a_turn(text: str = "Hm.", intent: str = "general_conversation", **more: object) -> PerformedTurn:
    """`understood` holds what else was understood; `said_before` is the history; the rest are fields of the form."""
    understood = dict(more.pop("understood", {}))  # type: ignore[call-overload]  # a test's own dict
    language = more.pop("language", "en")
    understanding = Understanding.model_validate(
        {
            "intent": intent,
            "confidence": 0.9,
            "language": language,
            "source": {"provider": "test", "model": "none", "latency_ms": 0},
            **understood,
        }
    )
    fields: dict[str, object] = {
        "turn_id": new_id(),
        "tenant_id": UUID(int=9),
        "person_id": PERSON,
        "conversation_id": UUID(int=3),
        "engagement_id": PROJECT,
        "engagement_kind": "project",
        "engagement_title": "Garden",
        "channel": "web",
        "write": True,
        "read": True,
        "lines": ({"line_id": new_id(), "text": text},),
        "offered": 1,
        "steps": (),
        "activated_at": NOW,
        "deadline": NOW + timedelta(seconds=30),
        "person": {"companion_name": "Ada", "language": language, "time_zone": "UTC"},
        "history": (),
        "standing": None,
        "may_answer": False,
        "understanding": understanding,
        "operations": (),
        "reply_needs": (),
        "outcomes": (),
        "action": "none",
        "memory": (),
        "offer": None,
        "context": ReplyContext(),
    }
    return PerformedTurn.model_validate({**fields, **more})


def a_brief(turn: PerformedTurn, **more: object) -> Brief:
    """The same turn as a model is asked to answer it."""
    fields: dict[str, object] = {
        "turn_id": turn.turn_id,
        "turn": turn,
        "card": load_cards()[turn.understanding.intent],
        "history": turn.history,
        "text": turn.text,
        "language": turn.understanding.language,
        "prompt": lambda: ModelPrompt(()),
        "short_prompt": lambda: ModelPrompt(()),
    }
    return Brief(**{**fields, **more})  # type: ignore[arg-type]  # named by the test


def an_exchange(replied: str = "All right.", turn_id: UUID | None = None) -> Exchange:
    return Exchange(turn_id=turn_id or new_id(), said="Hm.", replied=replied, intent="general_conversation")


def an_item(text: str = SHELLFISH, own_words: str = SHELLFISH_SAID, number: int = 3, **more: object) -> OfferItem:
    fields = {"version": 1, "text_hash": "a hash", "shown_text": text, "own_words": own_words, **more}
    return OfferItem.model_validate({"assertion_id": new_id(), "display_number": number, **fields})


def an_offer(*items: OfferItem, kind: OfferKind = OfferKind.REMEMBER, **more: object) -> Offer:
    return Offer.model_validate({"offer_id": new_id(), "kind": kind, "items": items or (an_item(),), **more})


def mentioned(text: str = SHELLFISH, number: int = 3) -> Mentioned:
    return Mentioned(assertion_id=new_id(), display_number=number, content=text)


def an_outcome(action: Action, code: str | None = None, kind: str = "remember", **more: object) -> Outcome:
    fields = {"kind": kind, "done": True, "action": action, "code": code, "mentioned": (mentioned(),), **more}
    return Outcome.model_validate(fields)


def a_quote(text: str = "The soil pH should be 6.5.", number: int = 7, **more: object) -> Quote:
    fields = {"noted": MARCH, "waits": False, "personal": False, **more}
    return Quote.model_validate({"assertion_id": new_id(), "display_number": number, "content": text, **fields})


def spoken(text: str = "We tried lime in spring.") -> Spoken:
    return Spoken(turn_id=new_id(), said=text, at=MARCH)


def a_change(text: str = "Your oven runs hot.", engagement_id: UUID = PROJECT) -> MemoryChange:
    return MemoryChange(
        assertion_id=new_id(),
        display_number=5,
        engagement_id=engagement_id,
        force="held",
        content=text,
        version=1,
        text_hash="a hash",
    )


def a_fact(text: str = "Your oven runs hot.", own_words: str = "my oven runs hot", **more: object) -> PersonalFact:
    return PersonalFact.model_validate({"text": text, "own_words": own_words, "category": "profile", **more})
