"""What the responder proposed to remember across all projects is held when the turn closes, and the offer names it."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import policy
from services.memory.assertions.assertion import Actor
from services.memory.assertions.book import MOST_HELD_A_DAY, Book
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.assertions.writing_rules import shorten_text
from services.memory.consent.contradictions import known_against
from services.memory.consent.operation_result import TurnScope, offer_of
from services.memory.consent.remember import new_fact
from services.memory.store.context import owner_of
from services.memory.store.rows import Vector
from shared.contracts.assertions import Kind
from shared.contracts.errors import RefusedMemoryError, WritingRuleError
from shared.contracts.operations import Offer, OfferKind
from shared.contracts.turns import AnsweredTurn, Proposal
from shared.wording.closing_question import GAP, closing_question, manner_of, without_promotion


async def hold_cross_promotion(
    connection: AsyncConnection, turn: AnsweredTurn, meanings: Mapping[str, Vector], now: datetime
) -> AnsweredTurn:
    """The turn with the offer that its proposal makes; without its question when it is known, refused or too much."""
    if turn.proposal is None or turn.offer is not None or not turn.write:
        return turn
    opened = await open_book(connection, owner_of(turn), LoadPlan(personal=True, vectors=meanings), now)
    offer = _offer(opened.book, turn.proposal, TurnScope.of(turn))
    await save_book(connection, owner_of(turn), opened, turn.turn_id)
    if offer is None:
        return AnsweredTurn.grown(turn, reply=without_promotion(turn))  # what it asks could not be answered
    memory = (*turn.memory, *(a.shown() for a in opened.book.changed()))
    return AnsweredTurn.grown(turn, reply=_asking(turn, offer), offer=offer, memory=memory)


def _asking(turn: AnsweredTurn, offer: Offer) -> str:
    """The reply with the question of the offer; of a clash that is another than the one that was proposed."""
    if offer.kind is not OfferKind.CLASH:
        return turn.reply
    said = without_promotion(turn)
    question = closing_question(offer, manner_of(turn))
    return f"{said}{GAP}{question}" if said else question


def _offer(book: Book, proposal: Proposal, scope: TurnScope) -> Offer | None:
    fact = proposal.fact
    text = shorten_text(fact.text, Kind.FACT)
    if book.personal_id is None or book.same_text(book.personal_id, text) or book.held_today >= MOST_HELD_A_DAY:
        return None
    if not policy.may_be_asked(fact):
        return None
    known = known_against(book, book.personal_id, text, policy.category_of(text, fact.category))
    try:
        provenance = scope.provenance(from_project=True, source=proposal.source_assertion_id)
        held = book.hold(new_fact(fact, book.personal_id, provenance, known), Actor.COMPANION, spoken=False)
    except (RefusedMemoryError, WritingRuleError):
        return None
    book.spoke(held, fact.own_words or scope.text)
    book.showed(held)
    if held.replaces_id is not None and known is not None:
        return offer_of(OfferKind.CLASH, (known, held), needs_control=policy.needs_control(fact))
    return offer_of(OfferKind.CROSS_PROMOTE, (held,), needs_control=policy.needs_control(fact))
