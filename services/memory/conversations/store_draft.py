"""What was thought of a conversation becomes its draft: known to nobody, and a question that waits until it is seen."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import policy
from services.memory.assertions.book import Book
from services.memory.assertions.repository import LoadPlan, open_book
from services.memory.assertions.writing_rules import shorten_text
from services.memory.conversations.conversation_moves import READY
from services.memory.conversations.lifecycle import archives_at
from services.memory.conversations.stored_conversation import find_conversation
from services.memory.conversations.stored_drafts import DraftBody, StoredDraft, ask_draft, load_draft, save_draft
from services.memory.conversations.tables import MEMORY_ENTITY
from services.memory.store.context import MemoryContext, post_letter
from services.memory.turn.tables import TURN
from shared.contracts.assertions import Kind, text_hash
from shared.contracts.entities import MOST_ENTITIES, Delta, Entity, describe_entity
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
    grounds = await _load_grounds(connection, who, work)
    facts = tuple(fact for fact in work.facts if policy.may_be_asked(fact) and rules.may_stand(fact.text))
    body = DraftBody(rules.draft_of(work, grounds, former, now), facts[:MOST_FACTS])
    draft = await save_draft(connection, who, found.conversation_id, body, now)
    until = archives_at(found, memory.closing_for) or now
    await ask_draft(connection, who, found.conversation_id, draft, until)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="conversation"))


@dataclass(frozen=True, slots=True)
class _Grounds:
    """What a draft may rest on: turns of the conversation itself, and threads of the person's own."""

    turns: AbstractSet[UUID]
    threads: AbstractSet[UUID]

    def entities_of(self, work: SuggestedWork) -> Sequence[Entity]:
        """Each once, the first so many."""
        each = {one.entity_id: one for one in work.entities if one.turn_id is None or one.turn_id in self.turns}
        return list(each.values())[:MOST_ENTITIES]

    def deltas_of(self, work: SuggestedWork, entities: Sequence[Entity]) -> tuple[Delta, ...]:
        """Each once; of the draft's own entities and of threads that are there."""
        named = {one.entity_id for one in entities}
        each = {one.delta_id: one for one in work.deltas if one.entity_id is None or one.entity_id in named}
        return tuple(one for one in each.values() if one.thread_id is None or one.thread_id in self.threads)


@dataclass(frozen=True, slots=True)
class _Rules:
    """What may stand in a draft: nothing that the person wanted forgotten, and no secret."""

    book: Book

    def may_stand(self, text: str) -> bool:
        return not holds_secret(text) and not self.book.is_refused(text)

    def may_be_named(self, one: Entity) -> bool:
        """All that would be stored of it."""
        fields = one.data.model_dump(mode="json").values()
        said = [text for text in (*fields, one.quote) if text and isinstance(text, str)]
        return all(map(self.may_stand, (describe_entity(one.data), *said)))

    def draft_of(self, work: SuggestedWork, grounds: _Grounds, former: StoredDraft | None, now: datetime) -> Draft:
        entities = tuple(one for one in grounds.entities_of(work) if self.may_be_named(one))
        told = shorten_text("".join(filter(self.may_stand, split_sentences(work.narrative))), Kind.NARRATIVE)
        narrative = told if any(letter.isalnum() for letter in told) else ""
        return Draft(
            version=1,  # until it is stored
            memory_id=new_id() if former is None else former.memory_id,
            narrative=narrative,
            text_hash=text_hash(narrative),
            entities=entities,
            deltas=tuple(one for one in grounds.deltas_of(work, entities) if self.may_stand(f"{one.text} {one.quote}")),
            suggested_engagement_id=work.suggested_engagement_id,
            suggestion_confidence=work.suggestion_confidence,
            suggestion_reason=work.suggestion_reason,
            reduced=work.reduced,
            passes=work.passes,
            took_ms=sum(use.latency_ms for use in work.thought_by),
            thought_by=work.thought_by,
            made_at=now,
        )


async def _load_grounds(connection: AsyncConnection, who: Caller, work: SuggestedWork) -> _Grounds:
    """Whoever thought may name anything: what is not there, or another's, is no ground."""
    spoken = (TURN.c.person_id == who.person_id) & (TURN.c.conversation_id == work.subject_id)
    named = {one.turn_id for one in work.entities if one.turn_id is not None}
    turns = await connection.scalars(select(TURN.c.id).where(spoken, TURN.c.id.in_(named)))
    changed = {one.thread_id for one in work.deltas if one.thread_id is not None}
    open_ones = (MEMORY_ENTITY.c.person_id == who.person_id) & MEMORY_ENTITY.c.is_active
    threads = await connection.scalars(select(MEMORY_ENTITY.c.id).where(open_ones, MEMORY_ENTITY.c.id.in_(changed)))
    return _Grounds(frozenset(turns), frozenset(threads))


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
