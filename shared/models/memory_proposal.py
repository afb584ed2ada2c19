"""The tool with which a model offers to remember something across all projects, and what its call becomes.

A call is only a proposal: closing the turn holds the fact, and the person is asked.
"""

import json
from uuid import UUID

from shared.contracts.assertions import Category
from shared.contracts.turns import PerformedTurn, Proposal
from shared.contracts.understanding import PersonalFact
from shared.models.model import Brief
from shared.models.wire import Json, Tool
from shared.prompts import load_prompt
from shared.text.visible_text import clean_text

LONGEST_FACT = 280
LONGEST_CALL = 10_000
SCHEMA: Json = {
    "type": "object",
    "properties": {
        "fact": {"type": "string"},
        "source_assertion": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    },
    "required": ["fact", "source_assertion"],
    "additionalProperties": False,
}


def offer_to_remember() -> Tool:
    """The tool, as a provider is shown it."""
    asset = load_prompt("responder", "offer_to_remember")
    return Tool(name=asset.name, description=asset.text, schema=SCHEMA)


def proposal_of(arguments: str, brief: Brief) -> Proposal | None:
    """What a call proposes; nothing, when it cannot be read or was not allowed."""
    called = _read(arguments)
    text = called.get("fact")
    if not brief.may_propose or not isinstance(text, str) or not any(letter.isalnum() for letter in text):
        return None
    fact = _fact(clean_text(text, LONGEST_FACT), brief.turn)
    return Proposal(fact=fact, source_assertion_id=_source(called.get("source_assertion"), brief.turn))


def _read(arguments: str) -> Json:
    try:
        called = json.loads(arguments[:LONGEST_CALL])
    except (ValueError, RecursionError):
        return {}
    return called if isinstance(called, dict) else {}


def _fact(text: str, turn: PerformedTurn) -> PersonalFact:
    """The fact as it was understood before, when it is one of those; what the model adds to it is not believed."""
    understood = turn.understanding.personal_facts
    for known in understood:
        if known.text.casefold() == text.casefold():
            return known
    sensitive = any(known.sensitive for known in understood)
    return PersonalFact(text=text, own_words=turn.text, category=Category.PROFILE, sensitive=sensitive)


def _source(number: object, turn: PerformedTurn) -> UUID | None:
    """The project's statement of that number, if the turn knows it."""
    known = {quote.display_number: quote.assertion_id for quote in turn.context.quotes if not quote.personal}
    known |= {memory.display_number: memory.assertion_id for memory in turn.near if not memory.personal}
    changed = (change for change in turn.memory if change.engagement_id == turn.engagement_id)
    known |= {change.display_number: change.assertion_id for change in changed}
    return known.get(number) if isinstance(number, int) and number is not True else None
