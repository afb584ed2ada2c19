"""Questions and briefs for tests of models: a person, a project, and something that was said."""

import json
from datetime import UTC, datetime, timedelta

from pydantic import JsonValue

from shared.contracts.assertions import text_hash
from shared.contracts.ids import new_id
from shared.contracts.operations import Action, Offer, OfferItem, OfferKind
from shared.contracts.turns import Channel, EngagementKind, Exchange, NearMemory, PerformedTurn, PersonView, TurnLine
from shared.contracts.understanding import ModelUse, PersonalFact, Understanding
from shared.intents.card import load_cards
from shared.models.model import Brief, ModelPrompt, Question, Section

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)
SHELLFISH = "I'm allergic to shellfish, by the way"
FACT: dict[str, JsonValue] = {
    "text": "You're allergic to shellfish.",
    "own_words": "I'm allergic to shellfish",
    "category": "health",
    "importance": 5,
    "sensitive": True,
    "about": "self",
    "quoted": False,
}
ANSWER: dict[str, JsonValue] = {
    "intent": "remember_about_me",
    "confidence": 0.97,
    "alternatives": ["general_conversation"],
    "personal_facts": [FACT],
    "unread_facts": [],
    "forget_description": None,
    "forget_everything": False,
    "never_again": False,
    "knowledge": None,
    "target": None,
    "query": None,
    "continuation": "none",
    "selection": [],
    "language": "en",
    "secondary_intent": None,
    "memory_used": [],
    "clarification": None,
    "own_life_in_danger": False,
    "parts": [],
}
"""What a model answers that understood `SHELLFISH`."""


def answer(**changed: JsonValue) -> str:
    """That answer, with something else in it."""
    return json.dumps({**ANSWER, **changed})


def question(text: str = SHELLFISH, **more: object) -> Question:
    """A question about these lines, said in a garden project."""
    told = {"text": text, "language": "en", "project": "Garden", "cards": tuple(load_cards().values()), **more}
    return Question(**told)  # type: ignore[arg-type]  # a test may set any field


def offer(*texts: str, kind: OfferKind = OfferKind.REMEMBER) -> Offer:
    """A standing offer of these texts."""
    items = tuple(
        OfferItem(assertion_id=new_id(), display_number=n, version=1, text_hash=text_hash(text), shown_text=text)
        for n, text in enumerate(texts, 1)
    )
    return Offer(offer_id=new_id(), kind=kind, items=items)


def near(content: str, number: int = 1, *, personal: bool = True) -> NearMemory:
    """A memory that may help."""
    return NearMemory(
        assertion_id=new_id(), display_number=number, content=content, category="health", personal=personal
    )


def performed(
    text: str = SHELLFISH, *, action: Action = Action.NONE, facts: tuple[PersonalFact, ...] = ()
) -> PerformedTurn:
    """A turn that waits for its reply."""
    return PerformedTurn(
        turn_id=new_id(),
        tenant_id=new_id(),
        person_id=new_id(),
        conversation_id=new_id(),
        engagement_id=new_id(),
        engagement_kind=EngagementKind.PROJECT,
        engagement_title="Garden",
        channel=Channel.API,
        write=True,
        read=True,
        lines=(TurnLine(line_id=new_id(), text=text),),
        offered=1,
        steps=("respond", "close"),
        activated_at=NOW,
        deadline=NOW + timedelta(seconds=90),
        person=PersonView(companion_name="Ada", language="en", time_zone="Europe/Lisbon"),
        history=(),
        standing=None,
        may_answer=False,
        understanding=Understanding(
            intent="general_conversation",
            confidence=0.9,
            personal_facts=facts,
            source=ModelUse(provider="scripted", model="script", latency_ms=0.0),
        ),
        operations=(),
        reply_needs=(),
        outcomes=(),
        action=action,
        memory=(),
        offer=None,
    )


SECTIONS = (
    Section("persona", "You are a companion.", stable=True),
    Section("landscape", "This is where you live.", stable=True),
    Section("engagement", "The project is a garden.", stable=True),
    Section("memory", "PERSONAL MEMORY\n- You're left-handed. (noted yesterday)", stable=True),
    Section("intent", "Answer kindly.", stable=False),
)


def brief(text: str = "Good morning!", **more: object) -> Brief:
    """What there is to reply to these lines."""
    turn = more.pop("turn", None) or performed(text)
    assert isinstance(turn, PerformedTurn)
    prompt = ModelPrompt(more.pop("sections", SECTIONS), more.pop("talk", (exchange("Hello", "Hello, you."),)))  # type: ignore[arg-type]  # as above
    told = {
        "turn_id": turn.turn_id,
        "turn": turn,
        "card": load_cards()["general_conversation"],
        "history": (),
        "text": text,
        "language": "en",
        "prompt": lambda: prompt,
        "short_prompt": lambda: prompt,
        **more,
    }
    return Brief(**told)  # type: ignore[arg-type]  # a test may set any field


def exchange(said: str, replied: str) -> Exchange:
    """An earlier turn."""
    return Exchange(turn_id=new_id(), said=said, replied=replied, intent="general_conversation")
