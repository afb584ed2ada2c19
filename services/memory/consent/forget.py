"""The person wants something forgotten: it is found, and asked about before anything is done."""

from collections.abc import Sequence
from uuid import UUID

from services.memory.assertions.assertion import Assertion
from services.memory.assertions.book import Book
from services.memory.consent.operation_result import MOST_SHOWN, OperationResult, TurnScope, not_done, offer_of
from services.memory.recall.description_match import find_all, means_all, means_the_last
from shared.contracts.assertions import Force
from shared.contracts.operations import ASKS_LINE_OUT, Action, Forget, Offer, OfferKind, Outcome
from shared.text.plain_orders import is_not_to_be_written

FORGET = "forget"
MOST_AT_ONCE = 50


def offer_forgetting(book: Book, wanted: Forget, scope: TurnScope) -> OperationResult:
    """Nothing is taken back here: the matches are offered, by id."""
    if book.personal_id is None:
        return not_done(FORGET, "no_personal_engagement")
    among = book.within(book.personal_id, Force.HELD, Force.COMMITTED)
    if is_not_to_be_written(scope.text):
        return _unwritten(book, wanted, among, scope)
    if means_the_last(wanted.description):
        return _the_last(book, wanted, among, scope)
    return _described(book, wanted, among, scope)


def _described(book: Book, wanted: Forget, among: Sequence[Assertion], scope: TurnScope) -> OperationResult:
    if means_all(wanted.description, everything=wanted.everything) and len(among) > 1:
        return _all_of_it(book, wanted, among, scope)
    near = {text: dict(scores) for text, scores in book.near.items()}
    each = find_all(wanted.description, among, near, everything=wanted.everything)
    unfound = tuple(one.description for one in each if not one.assertions)
    found = tuple({a.assertion_id: a for one in each for a in one.assertions}.values())
    if not found:
        code = "never_again" if wanted.never_again else None
        return OperationResult(Outcome(kind=FORGET, done=False, action=Action.NO_MATCH, code=code, more=len(among)))
    meant = all(len(one.assertions) <= 1 or (wanted.everything and one.surely) for one in each)
    asked = _asked(book, wanted, found, scope, all_meant=meant)
    if not unfound:
        return asked
    return OperationResult(asked.outcome.model_copy(update={"code": "unfound", "left": unfound}), asked.offer)


def _the_last(book: Book, wanted: Forget, among: Sequence[Assertion], scope: TurnScope) -> OperationResult:
    """What was told or offered in the newest turn that told anything: shown before it goes."""
    told = next((found for said in scope.recent if (found := _told_in(among, said.turn_id))), ())
    if not told:
        return OperationResult(
            Outcome(kind=FORGET, done=False, action=Action.NO_MATCH, code="nothing_told", more=len(among))
        )
    return _asked(book, wanted, told, scope, all_meant=True)


def _unwritten(book: Book, wanted: Forget, among: Sequence[Assertion], scope: TurnScope) -> OperationResult:
    """The line that told it is to leave the talk as well; where nothing was told, the last one."""
    if not scope.recent or not scope.write:  # off the record no line is named
        return _the_last(book, wanted, among, scope)
    said = next((said for said in scope.recent if _told_in(among, said.turn_id)), scope.recent[0])
    asked = _asked(book, wanted, _told_in(among, said.turn_id), scope, all_meant=True)
    assert asked.offer is not None  # noqa: S101  # whatever is asked about is offered
    offer = Offer.model_validate({**asked.offer.model_dump(), "takes_out": said.turn_id})
    return OperationResult(asked.outcome.model_copy(update={"code": ASKS_LINE_OUT, "left": (said.said,)}), offer)


def _told_in(among: Sequence[Assertion], turn_id: UUID) -> tuple[Assertion, ...]:
    return tuple(one for one in among if one.provenance.turn_id == turn_id)


def _asked(
    book: Book, wanted: Forget, found: tuple[Assertion, ...], scope: TurnScope, *, all_meant: bool
) -> OperationResult:
    """Which of these, or whether all of them, where each is what was named."""
    for assertion in found[:MOST_AT_ONCE]:
        book.spoke(assertion, scope.text)
    shown = found[: MOST_AT_ONCE if all_meant else MOST_SHOWN]
    offer = offer_of(
        OfferKind.RETRACT,
        shown,
        needs_choice=not all_meant and len(found) > 1,
        never_again=wanted.never_again,
        more=len(found) - len(shown),
    )
    action = Action.CONFIRM_RETRACTION if all_meant or len(found) == 1 else Action.AMBIGUOUS
    mentioned = tuple(a.mentioned() for a in shown[:MOST_SHOWN])
    return OperationResult(
        Outcome(kind=FORGET, done=True, action=action, mentioned=mentioned, more=len(found) - len(mentioned)), offer
    )


def _all_of_it(book: Book, wanted: Forget, among: Sequence[Assertion], scope: TurnScope) -> OperationResult:
    """All that is known: one yes takes all of it back or none; what is more than can be shown goes by hand."""
    if len(among) > MOST_AT_ONCE:
        return OperationResult(
            Outcome(kind=FORGET, done=False, action=Action.NONE, code="too_many_to_forget", more=len(among))
        )
    asked = _asked(book, wanted, tuple(among), scope, all_meant=True)
    return OperationResult(asked.outcome.model_copy(update={"code": "all", "more": len(among)}), asked.offer)
