"""What was thought of a conversation becomes its draft: known to nobody, and a question that waits until it is seen."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import policy
from services.memory.assertions.book import Book
from services.memory.assertions.repository import LoadPlan, open_book
from services.memory.assertions.writing_rules import shorten_text
from services.memory.conversations.conversation_moves import READY
from services.memory.conversations.lifecycle import archives_at
from services.memory.conversations.stored_conversation import find_conversation
from services.memory.conversations.stored_drafts import DraftBody, StoredDraft, ask_draft, load_draft, save_draft
from services.memory.store.context import MemoryContext, post_letter
from shared.contracts.assertions import Kind, text_hash
from shared.contracts.entities import Entity, describe_entity
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.conversations import Draft
from shared.contracts.work import SuggestedWork
from shared.text.own_words import split_sentences
from shared.text.secret_words import holds_secret

MOST_FACTS = 3
"""That were found on the way: they are offered once the person confirmed, and dropped with the draft."""


async def store_draft(memory: MemoryContext, connection: AsyncConnection, work: SuggestedWork) -> None:
    """In the transaction that ends the work; nothing, where the conversation has gone on meanwhile."""
    who = Caller(tenant_id=work.tenant_id, person_id=work.person_id)
    found = await find_conversation(connection, who, work.subject_id)
    if found.status is not READY:
        return
    now = memory.clock()
    former = await load_draft(connection, who, found.conversation_id)
    rules = await _load_rules(memory, connection, who, work, now)
    facts = tuple(fact for fact in work.facts if policy.may_be_asked(fact) and rules.may_stand(fact.text))
    body = DraftBody(rules.draft_of(work, former, now), facts[:MOST_FACTS])
    draft = await save_draft(connection, who, found.conversation_id, body, now)
    until = archives_at(found, memory.closing_for) or now
    await ask_draft(connection, who, found.conversation_id, draft, until)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="conversation"))


@dataclass(frozen=True, slots=True)
class _Rules:
    """What may stand in a draft: nothing that the person wanted forgotten, and no secret."""

    book: Book

    def may_stand(self, text: str) -> bool:
        return not holds_secret(text) and not self.book.is_refused(text)

    def draft_of(self, work: SuggestedWork, former: StoredDraft | None, now: datetime) -> Draft:
        entities = tuple(one for one in work.entities if self.may_stand(describe_entity(one.data)))
        narrative = shorten_text("".join(filter(self.may_stand, split_sentences(work.narrative))), Kind.NARRATIVE)
        return Draft(
            version=1,  # until it is stored
            memory_id=new_id() if former is None else former.memory_id,
            narrative=narrative,
            text_hash=text_hash(narrative),
            entities=entities,
            deltas=tuple(one for one in work.deltas if one.entity_id is None or one.entity_id in _ids(entities)),
            suggested_engagement_id=work.suggested_engagement_id,
            suggestion_confidence=work.suggestion_confidence,
            suggestion_reason=work.suggestion_reason,
            reduced=work.reduced,
            passes=work.passes,
            took_ms=sum(use.latency_ms for use in work.thought_by),
            thought_by=work.thought_by,
            made_at=now,
        )


def _ids(entities: tuple[Entity, ...]) -> frozenset[UUID]:
    return frozenset(one.entity_id for one in entities)


async def _load_rules(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, work: SuggestedWork, now: datetime
) -> _Rules:
    """The meanings are computed only for whom a meaning was refused: everybody else's lock waits for none."""
    plain = (await open_book(connection, who, LoadPlan(only_refusals=True), now)).book
    if not any(refusal.vector is not None for refusal in plain.refusals):
        return _Rules(plain)
    told = [describe_entity(one.data) for one in work.entities] + [fact.text for fact in work.facts]
    vectors = await memory.embed_all([*split_sentences(work.narrative), *told])
    return _Rules((await open_book(connection, who, LoadPlan(only_refusals=True, vectors=vectors), now)).book)
