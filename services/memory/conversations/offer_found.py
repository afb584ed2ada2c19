"""Facts about the person that were found on the way: held, and offered as any fact is; closing keeps none of them."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import policy
from services.memory.assertions.assertion import Actor, Assertion, Provenance
from services.memory.assertions.book import MOST_HELD_A_DAY, Book
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.assertions.writing_rules import shorten_text
from services.memory.consent.contradictions import known_against
from services.memory.consent.offers import OFFER_STANDS_FOR
from services.memory.consent.operation_result import offer_of
from services.memory.consent.remember import new_fact
from services.memory.conversations.write_memories import EndingTalk
from services.memory.people.tables import PERSON
from services.memory.turn.tables import OFFER, TURN
from shared.contracts.assertions import Kind
from shared.contracts.errors import RefusedMemoryError, WritingRuleError
from shared.contracts.operations import OfferKind
from shared.contracts.requests.people import Asking
from shared.contracts.understanding import PersonalFact

MOST_OFFERED = 3


async def offer_found_facts(connection: AsyncConnection, leaving: EndingTalk, facts: Sequence[PersonalFact]) -> None:
    """At most three in one offer, which waits until somebody looks; none for who is asked only when they say so."""
    who, now = leaving.who, leaving.now
    asking = await connection.scalar(select(PERSON.c.asking).where(PERSON.c.id == who.person_id))
    newest = select(TURN.c.id).where(
        TURN.c.person_id == who.person_id, TURN.c.conversation_id == leaving.conversation_id
    )
    turn_id = await connection.scalar(newest.order_by(TURN.c.moment.desc()).limit(1))
    if not facts or turn_id is None or asking == Asking.ONLY_WHEN_I_SAY:
        return
    opened = await open_book(connection, who, LoadPlan(personal=True, vectors=leaving.vectors), now)
    held = [one for fact in facts if (one := _held(opened.book, fact, turn_id)) is not None]
    if not held:
        return
    await save_book(connection, who, opened)
    offer = offer_of(OfferKind.REMEMBER, held, needs_control=any(map(policy.needs_card, held)))
    await connection.execute(
        insert(OFFER).values(
            id=offer.offer_id,
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            turn_id=turn_id,
            kind=offer.kind.value,
            items=[item.model_dump(mode="json") for item in offer.items],
            needs_control=offer.needs_control,
            status="waiting",
            expires_at=now + OFFER_STANDS_FOR,
        )
    )


def _held(book: Book, fact: PersonalFact, turn_id: UUID) -> Assertion | None:
    """Not what is known, refused or too much, and not what cannot be meant beside something that is known."""
    text = shorten_text(fact.text, Kind.FACT)
    story = book.personal_id
    if story is None or not policy.may_be_asked(fact) or book.same_text(story, text):
        return None
    new = new_fact(fact, story, Provenance(turn_id=turn_id))
    held_now = sum(change.before is None for change in book.changes)
    if book.held_today >= MOST_HELD_A_DAY or held_now >= MOST_OFFERED or known_against(book, story, text, new.category):
        return None
    try:
        return book.hold(new, Actor.COMPANION, spoken=False)
    except (RefusedMemoryError, WritingRuleError):
        return None
