"""What waits for the person's yes: shown again when they name it, and asked next when nothing else is."""

from collections.abc import Sequence

from services.memory.assertions import policy
from services.memory.assertions.assertion import Assertion
from services.memory.assertions.book import Book
from services.memory.consent.operation_result import MOST_SHOWN, AskingChoice, OperationResult, TurnScope, offer_of
from services.memory.recall.description_match import find_described
from shared.contracts.assertions import Force
from shared.contracts.operations import Action, Offer, OfferKind, Outcome, ShowWaiting
from shared.contracts.understanding import MOST_FACTS


def show_waiting(book: Book, wanted: ShowWaiting, _: TurnScope) -> OperationResult:
    """What they name is shown again; nothing is kept before the next yes."""
    waiting = _waiting(book)
    named = _named(waiting, wanted)
    if not named:
        code = "nothing_waits" if not waiting else "waits_not"
        return OperationResult(Outcome(kind=wanted.kind, done=False, action=Action.NONE, code=code))
    shown = named[:MOST_SHOWN]
    asked = _offer_of(book, shown, more=len(named) - len(shown))
    mentioned = tuple(a.mentioned() for a in shown)
    return OperationResult(
        Outcome(kind=wanted.kind, done=True, action=Action.ASKED, code="waiting", mentioned=mentioned), asked
    )


def ask_next(book: Book, asking: AskingChoice) -> Offer | None:
    """What was told beside something else and was never asked about: it is nobody's turn to say it again."""
    told = (a for a in _waiting(book) if a.provenance.import_id is None)  # a file is agreed to as a whole
    unasked = [a for a in told if a.asked_at is None and asking.asks_later(a)][:MOST_FACTS]
    return _offer_of(book, unasked) if unasked else None


def _waiting(book: Book) -> list[Assertion]:
    """Of Your Story, the oldest first."""
    return [] if book.personal_id is None else book.told_within(book.personal_id, Force.HELD)


def _named(waiting: Sequence[Assertion], wanted: ShowWaiting) -> Sequence[Assertion]:
    if wanted.everything:
        return waiting
    if wanted.description:
        return find_described(wanted.description, waiting, {}).assertions
    newest = max((a.created_at for a in waiting), default=None)
    last = [a for a in waiting if a.created_at == newest]
    return [last[place - 1] for place in wanted.places if place <= len(last)] if wanted.places else last


def _offer_of(book: Book, asked: Sequence[Assertion], *, more: int = 0) -> Offer:
    """A single one that cannot be meant beside something known is asked about beside it."""
    first = asked[0]
    needs_control = any(map(policy.needs_card, asked))
    former = _known_beside(book, first)
    if len(asked) == 1 and former is not None:
        return offer_of(OfferKind.CLASH, (former, first), needs_control=needs_control)
    plain = [a for a in asked if _known_beside(book, a) is None] or [first]
    return offer_of(OfferKind.REMEMBER, plain, needs_control=needs_control, more=more)


def _known_beside(book: Book, waiting: Assertion) -> Assertion | None:
    """What it would take the place of, while that is still known."""
    former = None if waiting.replaces_id is None else book.assertions.get(waiting.replaces_id)
    return former if former is not None and former.is_known else None
