"""What the person decides by their own hand: in the notebook, on the card of an offer, in the list of refusals."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import policy
from services.memory.assertions import queries as knowledge
from services.memory.assertions.assertion import Assertion, Provenance, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD, BY_HAND
from services.memory.assertions.refusal import Level
from services.memory.assertions.repository import LoadPlan, OpenedBook, open_book, save_book
from services.memory.assertions.view import assertion_view
from services.memory.assertions.writing_rules import compose_text
from services.memory.consent.answer_by_card import answer_by_card, answer_of_line
from services.memory.consent.contradictions import commit_unless_contradicted, may_replace
from services.memory.consent.offers import (
    StandingOffer,
    add_offer,
    decision_note,
    line_leaving,
    note_decided,
    offer_by_id,
    settle_offer,
    wait_for_answers,
)
from services.memory.consent.operation_result import near_known
from services.memory.erasure import pending_verifications
from services.memory.erasure.erase import Work, erase_assertion, finish_erasing, looked_again
from services.memory.erasure.line_out import take_line_of_turn_out
from services.memory.erasure.verification import look_retracted
from services.memory.notebook import entries
from services.memory.store.context import MemoryContext, answer_once, post_letter, send_letters
from services.memory.store.database import run_statement
from services.memory.store.rows import Vector
from shared.contracts.assertions import AssertionView, Because, Category, Force, Kind, Label
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import (
    BadMessageError,
    ClashError,
    ForceError,
    MemoryGoneError,
    OfferNotFoundError,
    OfferOverError,
    ProjectNotFoundError,
    RefusalNotFoundError,
    StaleConfirmationError,
    StaleVersionError,
)
from shared.contracts.notices import Changed
from shared.contracts.operations import Action
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.notebook import (
    AnswerByCard,
    AssertionChanged,
    ChangeAssertion,
    GetAssertion,
    LiftRefusal,
    OfferAnswered,
    RefusalList,
    Verb,
    WriteAssertion,
)


async def write_memory(memory: MemoryContext, command: WriteAssertion) -> AssertionView:
    """Written by the person themself: committed at once."""
    who = command.caller
    if command.category is not None:
        memory.access.require_known(command.category)
    meanings = await memory.embed_all([compose_text(command.content)])
    async with memory.writing(who, planned_once=True) as connection:

        async def do() -> AssertionView:
            wanted = LoadPlan(nearest_in=command.engagement_id, vectors=meanings)
            opened = await open_book(connection, who, wanted, memory.clock())
            _must_have(opened.book, command.engagement_id)
            near = may_replace(opened.book, _new(command))
            written = opened.book.write(_new(command), BY_HAND)
            await _keep(connection, who, opened, command.key)
            return assertion_view(written).model_copy(update={"beside": None if near is None else near_known(near)})

        answer = await answer_once(connection, who, command.key, AssertionView, do)
    memory.spawn(send_letters(memory, who))
    return answer


def _new(command: WriteAssertion) -> NewAssertion:
    category = policy.category_of(command.content, command.category or _usual_category(command.kind))
    return NewAssertion(
        engagement_id=command.engagement_id,
        content=command.content,
        own_words=command.content,
        kind=command.kind,
        category=category,
        importance=command.importance or 3,
        sensitive=policy.is_sensitive(command.content),
        label=Label.WRITTEN,
        provenance=Provenance(),
        run_id=command.run_id,
    )


def _usual_category(kind: Kind) -> Category:
    return Category.PROCEDURAL if kind is Kind.PROCEDURE else Category.KNOWLEDGE


async def change_memory(memory: MemoryContext, command: ChangeAssertion) -> AssertionChanged:
    """One thing done to one assertion, bound to what the person saw of it."""
    if command.verb in {Verb.ERASE, Verb.UNWRITE}:
        return await erase_by_hand(memory, command)
    if command.category is not None:
        memory.access.require_known(command.category)
    who = command.caller
    meanings = await memory.embed_all([compose_text(command.content)] if command.content else [])
    async with memory.writing(who) as connection:

        async def do() -> AssertionChanged:
            if await run_statement(connection, "notebook/is_gone", _about(command)):
                raise MemoryGoneError
            opened = await open_book(connection, who, _wanted(command, meanings), memory.clock())
            if command.engagement_id is not None:
                _must_have(opened.book, command.engagement_id)
            with telling_how_it_is(opened.book, command.assertion_id):
                changed, action = _BY_HAND[command.verb](opened.book, command)
            await _keep(connection, who, opened, command.key)
            held = [one.assertion_id for one in opened.book.changed() if one.force is Force.HELD]
            await wait_for_answers(connection, who, held, memory.clock())
            return AssertionChanged(
                action=action,
                assertion=assertion_view(changed),
                memory=tuple(a.shown() for a in opened.book.changed()),
            )

        answer = await answer_once(connection, who, command.key, AssertionChanged, do)
    memory.spawn(send_letters(memory, who))
    if answer.action is Action.ASKED:
        raise _clash(answer)
    if answer.assertion is None or answer.assertion.force is not Force.RETRACTED:
        return answer
    return answer.model_copy(update={"receipt": await look_retracted(memory, who, answer.assertion)})


def _wanted(command: ChangeAssertion, meanings: Mapping[str, Vector]) -> LoadPlan:
    """The memory that it is about, what is to take its place, and for a yes what may speak against it."""
    ids = frozenset({command.assertion_id})
    named = ids if command.by is None else ids | {command.by}
    return LoadPlan(ids=named, beside=ids if command.verb is Verb.COMMIT else frozenset(), vectors=meanings)


def _about(command: ChangeAssertion) -> dict[str, object]:
    return {"person_id": command.caller.person_id, "assertion_id": command.assertion_id}


def _clash(asked: AssertionChanged) -> ClashError:
    """What they agreed to is shown as it waits now: beside what speaks against it."""
    error = ClashError()
    error.current = asked.assertion
    return error


@contextmanager
def telling_how_it_is(book: Book, assertion_id: UUID) -> Iterator[None]:
    """Who is refused because it changed meanwhile is shown what it is now."""
    try:
        yield
    except (ForceError, StaleConfirmationError, StaleVersionError) as error:
        error.current = assertion_view(book.get(assertion_id))
        raise


def _seen(command: ChangeAssertion) -> Seen:
    return Seen(command.version, command.text_hash)


def _content(command: ChangeAssertion) -> str:
    if command.content is None:
        raise BadMessageError("content")
    return command.content


def _commit(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    if command.text_hash is None:
        raise BadMessageError("text_hash")
    action, assertion = commit_unless_contradicted(
        book, [(command.assertion_id, _seen(command))], BY_HAND, shown=True
    ).of_one
    return assertion, action


def _reopen(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    return book.reopen(command.assertion_id, _seen(command)), Action.HELD


def _refine(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    text = _content(command)
    return book.refine(command.assertion_id, _seen(command), text, text), Action.REFINED


def _reject(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    level = Level.NEVER if command.never_again else Level.FORGET
    return book.reject(command.assertion_id, _seen(command), Because.REJECTED, level), Action.REJECTED


def _correct(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    return book.correct(command.assertion_id, _seen(command), _content(command)), Action.CORRECTED


def _retract(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    level = Level.NEVER if command.never_again else Level.FORGET
    return book.retract_known(command.assertion_id, _seen(command), level), Action.RETRACTED


def _restore(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    return book.restore(command.assertion_id, _seen(command)), Action.RESTORED


def _keep_in_use(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    was_in_use = book.get(command.assertion_id).in_use
    return book.keep(command.assertion_id, _seen(command)), Action.NOTED if was_in_use else Action.RESTORED


def _pin(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    return book.pin(command.assertion_id, _seen(command), pinned=command.verb is Verb.PIN), Action.NOTED


def _weigh(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    if command.importance is None:
        raise BadMessageError("importance")
    return book.weigh(command.assertion_id, _seen(command), command.importance), Action.NOTED


def _sort(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    if command.category is None:
        raise BadMessageError("category")
    return book.sort_under(command.assertion_id, _seen(command), command.category), Action.NOTED


def _move(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    if command.engagement_id is None:
        raise BadMessageError("engagement_id")
    return book.move_to(command.assertion_id, _seen(command), command.engagement_id), Action.NOTED


def _replace(book: Book, command: ChangeAssertion) -> tuple[Assertion, Action]:
    if command.by is None:
        raise BadMessageError("by")
    return book.give_way(command.assertion_id, _seen(command), command.by), Action.RETRACTED


_BY_HAND: MappingProxyType[Verb, Callable[[Book, ChangeAssertion], tuple[Assertion, Action]]] = MappingProxyType(
    {
        Verb.COMMIT: _commit,
        Verb.REOPEN: _reopen,
        Verb.REFINE: _refine,
        Verb.REJECT: _reject,
        Verb.CORRECT: _correct,
        Verb.RETRACT: _retract,
        Verb.RESTORE: _restore,
        Verb.KEEP: _keep_in_use,
        Verb.PIN: _pin,
        Verb.UNPIN: _pin,
        Verb.IMPORTANCE: _weigh,
        Verb.CATEGORY: _sort,
        Verb.MOVE: _move,
        Verb.REPLACE: _replace,
    }
)


async def answer_offer(memory: MemoryContext, command: AnswerByCard) -> OfferAnswered:
    """Answers the standing offer item by item; a changed text is asked about again."""
    who = command.caller
    meanings = await memory.embed_all(compose_text(item.text) for item in command.items if item.text)
    async with memory.writing(who) as connection:

        async def do() -> OfferAnswered:
            found = await offer_by_id(connection, who.person_id, command.offer_id, memory.clock())
            if found is None:
                raise OfferNotFoundError
            if not found.stands:
                raise OfferOverError
            ids = found.offer.named
            opened = await open_book(connection, who, LoadPlan(ids=ids, beside=ids, vectors=meanings), memory.clock())
            answered = (
                answer_by_card(opened.book, found.offer, command.items, BY_CARD)
                if command.line is None
                else answer_of_line(found.offer, leaves=command.line == "yes")
            )
            await save_book(connection, who, opened, key=command.key)
            if (leaving := line_leaving([answered.outcome], StandingOffer(found.offer, answerable=True))) is not None:
                await take_line_of_turn_out(memory, connection, who, leaving)
            await _let_doors_know(connection, who)  # a no may change nothing but the card that others still see
            await settle_offer(connection, who.person_id, command.offer_id, "answered")
            changed = tuple(a.shown() for a in opened.book.changed())
            await note_decided(connection, who, found.turn_id, decision_note(changed))
            remaining = answered.offer
            if remaining is not None:
                await add_offer(connection, who, found.turn_id, remaining, memory.clock())
            return OfferAnswered(
                action=answered.outcome.action,
                memory=changed,
                stored_count=len(answered.outcome.mentioned) if answered.outcome.action is Action.COMMITTED else 0,
                offer=remaining,
            )

        answer = await answer_once(connection, who, command.key, OfferAnswered, do)
    memory.spawn(send_letters(memory, who))
    return answer


async def lift_refusal(memory: MemoryContext, command: LiftRefusal) -> RefusalList:
    """What was never to be remembered again may be remembered again."""
    who = command.caller
    async with memory.writing(who) as connection:

        async def do() -> RefusalList:
            if not await knowledge.lift_refusal(connection, who, command.refusal_id):
                raise RefusalNotFoundError
            await _let_doors_know(connection, who)
            return await knowledge.list_refusals(connection, who)

        answer = await answer_once(connection, who, command.key, RefusalList, do)
    memory.spawn(send_letters(memory, who))
    return answer


def _must_have(book: Book, engagement_id: UUID) -> None:
    if engagement_id not in book.numbers:
        raise ProjectNotFoundError


async def _keep(connection: AsyncConnection, who: Caller, opened: OpenedBook, key: Key) -> None:
    await save_book(connection, who, opened, key=key)
    if opened.book.changes:
        await _let_doors_know(connection, who)


async def _let_doors_know(connection: AsyncConnection, who: Caller) -> None:
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))


async def erase_by_hand(memory: MemoryContext, command: ChangeAssertion) -> AssertionChanged:
    """One memory, by the person's own hand in the notebook, bound to the version that they saw."""
    who, work = command.caller, list[Work]()
    try:
        async with memory.writing(who) as connection:

            async def do() -> AssertionChanged:
                work.append(await erase_assertion(memory, connection, who, command))
                return AssertionChanged(action=Action.ERASED, assertion=None, receipt=work[0].erased.receipt())

            answer = await answer_once(connection, who, command.key, AssertionChanged, do)
    except (StaleConfirmationError, StaleVersionError) as error:
        asked = GetAssertion(caller=who, assertion_id=command.assertion_id)
        error.current = await entries.get_assertion(memory, asked)
        raise
    if not work:
        receipt = await looked_again(memory, who, answer.receipt)
        return answer.model_copy(update={"receipt": receipt})
    receipt = await finish_erasing(memory, who, work[0])
    checked = answer.model_copy(update={"receipt": receipt})
    await pending_verifications.resolve_verification(memory, who, receipt, command.key.value, checked.model_dump_json())
    return checked
