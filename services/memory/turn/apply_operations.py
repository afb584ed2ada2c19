"""What a turn's operations do, decided on the loaded state; nothing here reads or writes a table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from uuid import UUID

from services.memory.assertions.book import Book
from services.memory.consent.answer_by_words import ANSWER, answer_offer, ask_again, still_stands
from services.memory.consent.forget import offer_forgetting
from services.memory.consent.offers import OfferStatus, StandingOffer
from services.memory.consent.operation_result import AS_USUAL, AskingChoice, OperationResult, TurnScope
from services.memory.consent.project_facts import ENOUGH_TO_ASK, add_knowledge, correct_knowledge, keep_project_facts
from services.memory.consent.remember import hold_facts
from services.memory.consent.waiting_offers import ask_next, show_waiting
from shared.contracts.assertions import Force
from shared.contracts.operations import (
    Action,
    AddKnowledge,
    AnswerOffer,
    AskAgain,
    CloseConversation,
    CorrectKnowledge,
    Forget,
    KeepProjectFacts,
    LeaveOut,
    LeaveWaiting,
    MemoryChange,
    Mentioned,
    NoteCorrection,
    Offer,
    OfferKind,
    Operation,
    Outcome,
    Remember,
    ResumeConversation,
    ShowWaiting,
    TellOnly,
)
from shared.contracts.turns import Exchange, PerformedTurn, ReplyContext, RoutedTurn
from shared.intents.card import load_cards
from shared.wording.outcomes import GRAVE

PAUSES = frozenset({"general_conversation", "summarize_engagement"})
"""Intents that leave room for a question about what waits in the project."""

NO_ANSWER = frozenset({"no_answer", "no_offer"})
"""Codes of what was taken for an answer and is none."""


@dataclass(frozen=True, slots=True)
class Performance:
    """What the operations did and what is asked now; which offer no longer waits, and why."""

    outcomes: tuple[Outcome, ...]
    action: Action
    memory: tuple[MemoryChange, ...]
    offer: Offer | None
    settled: tuple[UUID, OfferStatus] | None


def apply_operations(
    turn: RoutedTurn, standing: StandingOffer | None, book: Book, asking: AskingChoice = AS_USUAL
) -> Performance:
    """Does the operations; the offer that counts is the database's, whatever the turn was told of it."""
    scope = TurnScope.of(turn, asking)
    answerable = standing.offer if standing is not None and standing.answerable else None
    done = list(_each_done(book, turn.operations, answerable, scope))
    outcomes = tuple(one.outcome for one in done)
    offer = next((one.offer for one in done if one.offer is not None and _may_be_asked(one.offer, scope)), None)
    if offer is None and scope.write:
        offer = _asked_by_itself(turn, standing, book, scope)
    settled = _settled(outcomes, standing, offer)
    for item in offer.items if offer is not None else ():
        book.showed(book.get(item.assertion_id))
    return Performance(
        outcomes=outcomes,
        action=next((o.action for o in outcomes if o.action is not Action.NONE), Action.NONE),
        memory=tuple(a.shown() for a in book.changed()),
        offer=offer,
        settled=settled,
    )


def _may_be_asked(offer: Offer, scope: TurnScope) -> bool:
    """Off the record only whether something known is to go: that question has no word of the line in it."""
    return scope.write or offer.kind is OfferKind.RETRACT


@dataclass(frozen=True, slots=True)
class Recollection:
    """The talk so far as it may be shown now, and whatever else the reply may know."""

    history: tuple[Exchange, ...]
    context: ReplyContext


USED_UP = Outcome(kind="budget", done=False, code="budget_used_up")
UNREADABLE = Outcome(kind="reading", done=False, code="unreadable")
ENDS_UNASKED = "ends_unasked"
"""The code of what was never asked about and ends soon."""


@dataclass(frozen=True, slots=True)
class News:
    """What goes along with whatever else there is to tell."""

    used_up: bool = False
    unreadable: bool = False
    ending: tuple[Mentioned, ...] = ()
    """What ends unasked."""

    def outcomes(self, turn: RoutedTurn) -> Iterator[Outcome]:
        """Each as an outcome."""
        if self.used_up:
            yield USED_UP
        if self.unreadable:
            yield UNREADABLE
        if self.ending and not _is_grave(turn):
            yield Outcome(kind="waiting", done=False, code=ENDS_UNASKED, mentioned=self.ending)


NO_NEWS = News()


def _is_grave(turn: RoutedTurn) -> bool:
    return any(isinstance(operation, TellOnly) and operation.code in GRAVE for operation in turn.operations)


def awaits_draft(turn: RoutedTurn) -> bool:
    """Whether its conversation is about to end, or ends with this turn."""
    return turn.about_to_end or any(isinstance(one, CloseConversation) for one in turn.operations)


def performed_form(
    turn: RoutedTurn, performance: Performance, known: Recollection, news: News = NO_NEWS
) -> PerformedTurn:
    """The next form; what is news goes along with it."""
    return PerformedTurn.grown(
        turn,
        outcomes=(*performance.outcomes, *news.outcomes(turn)),
        action=_action(turn, performance, known.context),
        memory=performance.memory,
        offer=performance.offer,
        history=known.history,
        context=known.context,
    )


def _action(turn: RoutedTurn, performance: Performance, context: ReplyContext) -> Action:
    """What the turn did, in one word, also where it only spoke."""
    if performance.action is not Action.NONE or any(outcome.code for outcome in performance.outcomes):
        return performance.action
    if turn.understanding.clarification is not None:
        return Action.ASKED
    if not load_cards()[turn.understanding.intent].live:
        return Action.STUB
    return Action.ANSWERED if context.quotes or context.spoken else Action.NONE


def _each_done(
    book: Book, operations: Sequence[Operation], answerable: Offer | None, scope: TurnScope
) -> Iterator[OperationResult]:
    """One after the other. One question is asked: what would ask to forget after another is named as left."""
    asked = False
    for operation in operations:
        if asked and isinstance(operation, Forget):
            yield OperationResult(Outcome(kind=operation.kind, done=False, left=(operation.description,)))
            continue
        done = _do(book, operation, answerable, scope)
        asked = asked or done.offer is not None
        yield done


def _do(book: Book, operation: Operation, answerable: Offer | None, scope: TurnScope) -> OperationResult:
    if isinstance(operation, LeaveWaiting | AskAgain | AnswerOffer):
        return _to_offer(book, operation, answerable, scope)
    if isinstance(operation, TellOnly):
        return OperationResult(Outcome(kind=operation.kind, done=False, code=operation.code))
    if isinstance(operation, LeaveOut):
        return OperationResult(Outcome(kind=operation.kind, done=False, left=operation.words))
    if isinstance(operation, NoteCorrection | CloseConversation | ResumeConversation):
        return OperationResult(Outcome(kind=operation.kind, done=True))
    return _DONE_BY[type(operation)](book, operation, scope)


def _to_offer(
    book: Book, operation: LeaveWaiting | AskAgain | AnswerOffer, answerable: Offer | None, scope: TurnScope
) -> OperationResult:
    """What the line is to the offer that stands, as the database has it."""
    if answerable is None or operation.offer_id != answerable.offer_id:
        return OperationResult(Outcome(kind=operation.kind, done=False, code="no_offer"))
    if isinstance(operation, AnswerOffer):
        return answer_offer(book, answerable, operation, scope)
    if isinstance(operation, LeaveWaiting):
        return OperationResult(Outcome(kind=operation.kind, done=True))
    asked = ask_again(book, answerable)
    return OperationResult(Outcome(kind=operation.kind, done=False, action=Action.ASKED, code="not_understood"), asked)


_DONE_BY: MappingProxyType[type, Callable[[Book, Any, TurnScope], OperationResult]] = MappingProxyType(
    {
        Remember: hold_facts,
        Forget: offer_forgetting,
        AddKnowledge: add_knowledge,
        CorrectKnowledge: correct_knowledge,
        KeepProjectFacts: keep_project_facts,
        ShowWaiting: show_waiting,
    }
)


def _asked_by_itself(turn: RoutedTurn, standing: StandingOffer | None, book: Book, scope: TurnScope) -> Offer | None:
    """A question that nobody answered yet is asked again, not beside what is graver; a pause asks of what waits.

    While a conversation is about to end its draft is the one question: a yes could be meant for either.
    """
    if _is_grave(turn) or awaits_draft(turn):
        return None
    if (
        standing is not None and not standing.answerable and standing.offer.kind is not OfferKind.CLOSING
    ):  # the line was on its way before the question could be seen
        return still_stands(book, standing.offer)
    has_room = scope.asking.is_due or any(isinstance(operation, AnswerOffer) for operation in turn.operations)
    if has_room and (unasked := ask_next(book, scope.asking)) is not None:
        return unasked
    if turn.understanding.intent not in PAUSES or turn.operations or not scope.in_project or not scope.write:
        return None
    if len(book.within(scope.engagement_id, Force.HELD)) < ENOUGH_TO_ASK:
        return None
    return keep_project_facts(book, KeepProjectFacts(), scope).offer


def _settled(
    outcomes: Sequence[Outcome], standing: StandingOffer | None, offer: Offer | None
) -> tuple[UUID, OfferStatus] | None:
    """What became of the offer that stood: answered, or talked past; one that is asked once more simply stands."""
    if standing is None or (offer is not None and offer.offer_id == standing.offer.offer_id):
        return None
    answered = any(outcome.kind == ANSWER and outcome.code not in NO_ANSWER for outcome in outcomes)
    if standing.offer.kind is OfferKind.CLOSING and not answered and offer is None:
        return None  # courtesy changes nothing; whoever goes on talking drops the draft, and this with it
    return standing.offer.offer_id, "answered" if standing.answerable and answered else "waiting"
