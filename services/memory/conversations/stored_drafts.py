"""The draft of a conversation that is about to end, and the offer that it is: stored, shown, reworded and dropped."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.tables import CLOSING_DRAFT
from services.memory.people.tables import PERSON
from services.memory.turn.tables import CONVERSATION, OFFER, TURN
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.operations import Offer, OfferItem, OfferKind
from shared.contracts.requests.conversations import Draft
from shared.contracts.understanding import PersonalFact


@dataclass(frozen=True, slots=True)
class DraftBody:
    """What is stored of a draft: what is shown, and the facts that were found on the way, which are offered later."""

    draft: Draft
    facts: tuple[PersonalFact, ...] = ()
    drafted: str = ""
    """As it read before the person worded it anew."""

    @property
    def original(self) -> str:
        """How it was drafted."""
        return self.drafted or self.draft.narrative


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A draft; without a body while it is being made anew."""

    version: int
    memory_id: UUID
    epoch: int
    body: DraftBody | None


_BODY = TypeAdapter(DraftBody)


async def load_draft(connection: AsyncConnection, who: Caller, conversation_id: UUID) -> StoredDraft | None:
    """What the conversation would leave, if that has been thought about."""
    row = (await connection.execute(select(CLOSING_DRAFT).where(_is_of(who, conversation_id)))).one_or_none()
    if row is None:
        return None
    return StoredDraft(row.version, row.memory_id, row.epoch, _BODY.validate_json(row.body) if row.body else None)


def _is_of(who: Caller, conversation_id: UUID) -> ColumnElement[bool]:
    return (CLOSING_DRAFT.c.person_id == who.person_id) & (CLOSING_DRAFT.c.conversation_id == conversation_id)


async def save_draft(
    connection: AsyncConnection, who: Caller, conversation_id: UUID, body: DraftBody, now: datetime
) -> Draft:
    """In the place of a former one, under a version that no draft of this conversation ever had."""
    mine = (CONVERSATION.c.person_id == who.person_id) & (CONVERSATION.c.id == conversation_id)
    counted = update(CONVERSATION).where(mine).values(drafts=CONVERSATION.c.drafts + 1)
    version = await connection.scalar(counted.returning(CONVERSATION.c.drafts))
    draft = body.draft.model_copy(update={"version": version})
    values = {
        "version": version,
        "memory_id": draft.memory_id,
        "body": _BODY.dump_json(replace(body, draft=draft)).decode(),
        "epoch": await load_epoch(connection, who),
        "created_at": now,
    }
    own = {"tenant_id": who.tenant_id, "person_id": who.person_id, "conversation_id": conversation_id}
    key = [CLOSING_DRAFT.c.person_id, CLOSING_DRAFT.c.conversation_id]
    await connection.execute(
        upsert(CLOSING_DRAFT).values({**own, **values}).on_conflict_do_update(index_elements=key, set_=values)
    )
    return draft


async def empty_draft(connection: AsyncConnection, who: Caller, conversation_id: UUID) -> None:
    """It is being made anew: what the memory will be known by stays."""
    await connection.execute(update(CLOSING_DRAFT).where(_is_of(who, conversation_id)).values(body=""))


async def drop_draft(connection: AsyncConnection, who: Caller, conversation_id: UUID) -> None:
    """No trace of it stays, nor of the question that it was."""
    dropped = delete(CLOSING_DRAFT).where(_is_of(who, conversation_id)).returning(CLOSING_DRAFT.c.memory_id)
    if (memory_id := await connection.scalar(dropped)) is not None:
        await drop_closing_offer(connection, who, memory_id)


async def drop_closing_offer(connection: AsyncConnection, who: Caller, memory_id: UUID) -> None:
    """What was asked of this draft and not answered is as if it never was; another conversation's question stands."""
    mine = (OFFER.c.person_id == who.person_id) & (OFFER.c.kind == OfferKind.CLOSING.value)
    of_it = OFFER.c["items"].contains([{"assertion_id": str(memory_id)}]) | (OFFER.c["items"] == [])
    await connection.execute(delete(OFFER).where(mine & of_it & (OFFER.c.status != "answered")))


async def _lapse_closing_offer(connection: AsyncConnection, who: Caller) -> None:
    """Another one takes its place: whoever answers the former is told that it is over."""
    mine = (OFFER.c.person_id == who.person_id) & (OFFER.c.kind == OfferKind.CLOSING.value)
    lapsed = update(OFFER).where(mine & OFFER.c.status.in_(("standing", "waiting"))).values(status="lapsed")
    await connection.execute(lapsed)


async def ask_draft(
    connection: AsyncConnection, who: Caller, conversation_id: UUID, draft: Draft, until: datetime
) -> None:
    """The draft as a question; it waits until it was seen. Where there is nothing to be kept, nothing is asked."""
    await _lapse_closing_offer(connection, who)
    if not draft.narrative:
        return
    newest = select(TURN.c.id).where(TURN.c.person_id == who.person_id, TURN.c.conversation_id == conversation_id)
    item = OfferItem(
        assertion_id=draft.memory_id, version=draft.version, text_hash=draft.text_hash, shown_text=draft.narrative
    )
    await connection.execute(
        insert(OFFER).values(
            id=new_id(),
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            turn_id=newest.order_by(TURN.c.moment.desc()).limit(1).scalar_subquery(),
            kind=OfferKind.CLOSING.value,
            items=[item.model_dump(mode="json")],
            status="waiting",
            expires_at=until + timedelta(days=1),
        )
    )


async def find_closing_offer(connection: AsyncConnection, who: Caller) -> Offer | None:
    """The question that the draft is, while it can be answered."""
    mine = (OFFER.c.person_id == who.person_id) & (OFFER.c.kind == OfferKind.CLOSING.value)
    row = (await connection.execute(select(OFFER).where(mine & OFFER.c.status.in_(("standing", "waiting"))))).first()
    if row is None:
        return None
    fields = {name: getattr(row, name) for name in Offer.model_fields if name != "offer_id"}
    return Offer.model_validate({**fields, "offer_id": row.id})


async def show_closing_offer(connection: AsyncConnection, who: Caller, offer_id: UUID) -> None:
    """It was seen: from now on a plain yes in the talk answers it, and nothing that was said before."""
    mine = OFFER.c.person_id == who.person_id
    waits = select(OFFER.c.id).where(mine & (OFFER.c.id == offer_id) & (OFFER.c.status == "waiting"))
    if await connection.scalar(waits) is None:
        return
    await connection.execute(update(OFFER).where(mine & (OFFER.c.status == "standing")).values(status="waiting"))
    asked = {"status": "standing", "shown_moment": func.nextval("moment")}
    await connection.execute(update(OFFER).where(mine & (OFFER.c.id == offer_id)).values(asked))


async def leave_draft_waiting(connection: AsyncConnection, who: Caller) -> None:
    """The reply that has just ended asked something else, or nothing: a yes to it is none to the draft."""
    mine = (OFFER.c.person_id == who.person_id) & (OFFER.c.kind == OfferKind.CLOSING.value)
    await connection.execute(update(OFFER).where(mine & (OFFER.c.status == "standing")).values(status="waiting"))


async def load_epoch(connection: AsyncConnection, who: Caller) -> int:
    """Raised whenever something that a draft may rest on was hidden or reworded."""
    return await connection.scalar(select(PERSON.c.epoch).where(PERSON.c.id == who.person_id)) or 0
