"""The draft of a conversation answered on its card: kept, kept in other words, let go, or gone on talking."""

from dataclasses import replace
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.writing_rules import written_text
from services.memory.consent.offers import offer_by_id
from services.memory.conversations.change_conversation import (
    Confirmation,
    confirm_draft,
    freshen_now,
    tell_of_conversation,
)
from services.memory.conversations.conversation_moves import READY, ConversationStep
from services.memory.conversations.finish_compressing import finish_compressing
from services.memory.conversations.lifecycle import archive_conversation, archives_at, resume_conversation
from services.memory.conversations.stored_conversation import StoredConversation, find_conversations
from services.memory.conversations.stored_drafts import (
    ask_draft,
    find_closing_offer,
    load_draft,
    save_draft,
    show_closing_offer,
)
from services.memory.notebook import commands as notebook_commands
from services.memory.store.context import MemoryContext, answer_once, send_letters
from shared.contracts.assertions import Kind, text_hash
from shared.contracts.errors import BadMessageError, OfferOverError, StaleConfirmationError, StaleVersionError
from shared.contracts.operations import Action, Offer, OfferKind
from shared.contracts.requests.conversations import EndedAs
from shared.contracts.requests.notebook import AnswerByCard, CardAnswer, OfferAnswered

ACTIONS = {"yes": Action.COMMITTED, "change": Action.REFINED, "no": Action.REJECTED, "never": Action.REJECTED}


async def answer_offer(memory: MemoryContext, command: AnswerByCard) -> OfferAnswered:
    """Any offer, on its card; of a draft the one item is the memory that it would leave."""
    who = command.caller
    async with memory.reading(who) as connection:
        asked = await offer_by_id(connection, who.person_id, command.offer_id, memory.clock())
        closing = await find_conversations(connection, who, [READY])
    if asked is None or asked.offer.kind is not OfferKind.CLOSING:
        return await notebook_commands.answer_offer(memory, command)
    if closing:
        await freshen_now(memory, who, closing[0].conversation_id)
    ended = list[UUID]()
    async with memory.writing(who) as connection:

        async def do() -> OfferAnswered:
            found = await find_conversations(connection, who, [READY])
            standing = await find_closing_offer(connection, who)
            if not found or standing is None or standing.offer_id != command.offer_id:
                raise OfferOverError
            item = _answer_to(standing, command)
            again = await _answer(memory, connection, command, found[0], item)
            await tell_of_conversation(connection, who)
            ended.extend([found[0].conversation_id] if item.answer == "yes" else [])
            return OfferAnswered(
                action=ACTIONS[item.answer], memory=(), stored_count=int(item.answer == "yes"), offer=again
            )

        answer = await answer_once(connection, who, command.key, OfferAnswered, do)
    for conversation_id in ended:
        await finish_compressing(memory, who, conversation_id)
    memory.spawn(send_letters(memory, who))
    return answer


def _answer_to(standing: Offer, command: AnswerByCard) -> CardAnswer:
    """The answer to its item, bound to what was shown of it."""
    item, asked = next(iter(command.items), None), standing.items[0]
    if item is None or item.assertion_id != asked.assertion_id or item.answer not in ACTIONS:
        raise BadMessageError("items")
    if item.version != asked.version:
        raise StaleVersionError(asked.version)
    if item.text_hash != asked.text_hash:
        raise StaleConfirmationError
    return item


async def _answer(
    memory: MemoryContext,
    connection: AsyncConnection,
    command: AnswerByCard,
    found: StoredConversation,
    item: CardAnswer,
) -> Offer | None:
    who = command.caller
    if item.answer == "yes":
        await confirm_draft(memory, connection, who, found, Confirmation(item.version))
    elif item.answer == "no":
        await resume_conversation(connection, who, found, ConversationStep.RESUME)
    elif item.answer == "never":
        found.after(ConversationStep.KEEP_NOTHING)
        await archive_conversation(connection, who, found, EndedAs.NOTHING, memory.clock())
    else:
        return await _reworded(memory, connection, command, found, item)
    return None


async def _reworded(
    memory: MemoryContext,
    connection: AsyncConnection,
    command: AnswerByCard,
    found: StoredConversation,
    item: CardAnswer,
) -> Offer | None:
    """In their words, asked once more; the card that asks it is what they see next."""
    who, stored = command.caller, await load_draft(connection, command.caller, found.conversation_id)
    if stored is None or stored.body is None or item.text is None:
        raise BadMessageError("text")
    text = written_text(item.text, Kind.NARRATIVE)
    draft = stored.body.draft.model_copy(update={"narrative": text, "text_hash": text_hash(text)})
    now = memory.clock()
    body = replace(stored.body, draft=draft, drafted=stored.body.original)
    draft = await save_draft(connection, who, found.conversation_id, body, now)
    await ask_draft(connection, who, found.conversation_id, draft, archives_at(found, memory.closing_for) or now)
    offer = await find_closing_offer(connection, who)
    if offer is not None:
        await show_closing_offer(connection, who, offer.offer_id)
    return offer
