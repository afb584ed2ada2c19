"""Whether a model may propose to remember something everywhere, and whether that is asked. Pure."""

import unicodedata
from uuid import UUID

from services.responder.prose import asks_anywhere
from shared.contracts.assertions import About
from shared.contracts.operations import AnswerOffer
from shared.contracts.turns import EngagementKind, PerformedTurn, Proposal
from shared.contracts.understanding import PersonalFact
from shared.intents.card import Card
from shared.models.model import Brief
from shared.text.visible_text import visible_text
from shared.wording.quoted_text import texts_differ

LONGEST = 280


def may_propose(turn: PerformedTurn, card: Card) -> bool:
    """Sparingly: in a project, while nothing else is or was just asked, and where something could come of it."""
    return (
        turn.engagement_kind is EngagementKind.PROJECT
        and turn.write
        and card.live
        and turn.offer is None
        and turn.standing is None
        and turn.understanding.clarification is None
        and not any(isinstance(operation, AnswerOffer) for operation in turn.operations)
        and not any(outcome.code for outcome in turn.outcomes)
    )


def accept_proposal(proposal: Proposal | None, brief: Brief, prose: str) -> Proposal | None:
    """The proposal as it can be kept; none where it must not be made, or the reply asks something already."""
    if proposal is None or not brief.may_propose or asks_anywhere(prose):
        return None
    text = " ".join(unicodedata.normalize("NFC", visible_text(proposal.fact.text)).split())
    if not 0 < len(text) <= LONGEST or not _is_theirs(proposal.fact) or _is_known(text, brief.turn):
        return None
    own_words = proposal.fact.own_words if proposal.fact.own_words in brief.text else brief.text
    fact = PersonalFact(**{**dict(proposal.fact), "text": text, "own_words": own_words or brief.text})
    return Proposal(fact=fact, source_assertion_id=_source(proposal, brief.turn))


def _is_theirs(fact: PersonalFact) -> bool:
    """A yes in words is all that follows: so only what they stated themself, about themself or their own people."""
    return not fact.quoted and fact.about is not About.OTHERS


def _is_known(text: str, turn: PerformedTurn) -> bool:
    return any(memory.personal and not texts_differ(memory.content, text) for memory in turn.near)


def _source(proposal: Proposal, turn: PerformedTurn) -> UUID | None:
    """A model may name any id that it likes; one that this turn has nothing to do with is let go."""
    known = (turn.memory, turn.context.quotes, turn.near)
    ids = {one.assertion_id for several in known for one in several}
    return proposal.source_assertion_id if proposal.source_assertion_id in ids else None
