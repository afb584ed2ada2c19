"""A turn as the router hears it: what is not said of it does not matter."""

from datetime import UTC, datetime

from shared.contracts.assertions import Category
from shared.contracts.ids import new_id
from shared.contracts.operations import Offer, OfferItem, OfferKind
from shared.contracts.turns import Channel, ClassifiedTurn, EngagementKind, Exchange, NearMemory, PersonView, TurnLine
from shared.contracts.understanding import ModelUse, PersonalFact, Understanding

USE = ModelUse(provider="scripted", model="none", latency_ms=0)
VEGAN = PersonalFact(text="You are a vegan.", own_words="I am a vegan", category=Category.HEALTH)
ITEM = OfferItem(assertion_id=new_id(), version=1, text_hash="hash", shown_text="You are a vegan.")
OFFER = Offer(offer_id=new_id(), kind=OfferKind.REMEMBER, items=(ITEM,))
BEFORE = Exchange(turn_id=new_id(), said="a line", replied="a reply", intent="add_knowledge")


def a_turn(  # noqa: PLR0913  # what routing looks at
    said: str,
    intent: str = "general_conversation",
    *,
    standing: Offer | None = None,
    may_answer: bool = True,
    in_project: bool = True,
    near: tuple[NearMemory, ...] = (),
    history: tuple[Exchange, ...] = (),
    confidence: float = 0.9,
    **reading: object,
) -> ClassifiedTurn:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    understanding = {"intent": intent, "confidence": confidence, "source": USE, **reading}
    return ClassifiedTurn(
        turn_id=new_id(),
        tenant_id=new_id(),
        person_id=new_id(),
        conversation_id=new_id(),
        engagement_id=new_id(),
        engagement_kind=EngagementKind.PROJECT if in_project else EngagementKind.PERSONAL,
        engagement_title="garden",
        channel=Channel.API,
        write=True,
        read=True,
        lines=(TurnLine(line_id=new_id(), text=said),),
        offered=1,
        steps=("perform", "respond", "close"),
        activated_at=now,
        deadline=now,
        person=PersonView(companion_name="Companion", language="en", time_zone="UTC"),
        history=history,
        standing=standing,
        may_answer=may_answer,
        near=near,
        understanding=Understanding.model_validate(understanding),
    )


def remembered(content: str, *, personal: bool) -> NearMemory:
    return NearMemory(assertion_id=new_id(), display_number=1, content=content, category="knowledge", personal=personal)
