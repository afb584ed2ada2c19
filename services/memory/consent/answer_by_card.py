"""The person answers an offer on its card: item by item, each bound to what was shown of it."""

from collections.abc import Iterable, Sequence

from services.memory.assertions.assertion import Assertion, Seen
from services.memory.assertions.book import Book
from services.memory.assertions.consent import Consent
from services.memory.assertions.refusal import Level
from services.memory.consent.answer_by_words import take_back
from services.memory.consent.contradictions import commit_unless_contradicted
from services.memory.consent.operation_result import OperationResult, offer_of
from shared.contracts.assertions import Because
from shared.contracts.errors import AssertionNotFoundError, BadMessageError
from shared.contracts.operations import LINE_OUT, Action, Offer, OfferKind, Outcome
from shared.contracts.requests.notebook import CardAnswer

ANSWER = "answer_offer"


def answer_of_line(offer: Offer, *, leaves: bool) -> OperationResult:
    """Whether the line that it is about leaves the talk, where nothing was kept of it."""
    if offer.items or offer.takes_out is None:
        raise BadMessageError("line")
    if not leaves:
        return OperationResult(Outcome(kind=ANSWER, done=False, action=Action.NONE, code="kept"))
    return OperationResult(Outcome(kind=ANSWER, done=True, action=Action.ERASED, code=LINE_OUT))


def answer_by_card(book: Book, offer: Offer, answers: Sequence[CardAnswer], consent: Consent) -> OperationResult:
    """Each answer does what it says; what was changed is asked about again, what was left out still waits."""
    offered = {item.assertion_id for item in offer.items}
    if not answers:
        raise BadMessageError("items")
    if any(answer.assertion_id not in offered for answer in answers):
        raise AssertionNotFoundError
    places = {item.assertion_id: place for place, item in enumerate(offer.items)}
    answers = sorted(answers, key=lambda answer: places.get(answer.assertion_id, 0))
    done = [_ANSWER_TO.get(offer.kind, _to_remembering)(book, offer, answer, consent) for answer in answers]
    clashing = [a for action, a in done if action is Action.ASKED]
    kept = tuple(a for action, a in done if action is Action.COMMITTED)
    changed = [a for action, a in done if action is Action.REFINED]
    answered = {answer.assertion_id for answer in answers}
    waiting = [book.get(item.assertion_id) for item in offer.items if item.assertion_id not in answered]
    again = [*changed, *waiting] if offer.kind is not OfferKind.RETRACT else []
    return OperationResult(
        Outcome(
            kind=ANSWER,
            done=True,
            action=_main(action for action, _ in done),
            code=LINE_OUT if offer.takes_out and any(action is Action.RETRACTED for action, _ in done) else None,
            mentioned=tuple(a.mentioned() for a in kept),
        ),
        _asked_now(book, offer, clashing, again),
    )


def _asked_now(book: Book, offer: Offer, clashing: Sequence[Assertion], again: Sequence[Assertion]) -> Offer | None:
    """One question at a time: which of two stands, before what else of it waits; that stays in the notebook."""
    for new in clashing:
        if new.replaces_id is not None:
            return offer_of(OfferKind.CLASH, (book.get(new.replaces_id), new), needs_control=offer.needs_control)
    if not again or offer.kind is OfferKind.CLASH:
        return None
    return offer_of(offer.kind, again, needs_control=offer.needs_control)


def _main(actions: Iterable[Action]) -> Action:
    found = set(actions)
    order = (Action.COMMITTED, Action.RETRACTED, Action.REFINED, Action.REJECTED, Action.ASKED)
    return next((action for action in order if action in found), Action.NONE)


def _to_remembering(book: Book, offer: Offer, answer: CardAnswer, consent: Consent) -> tuple[Action, Assertion]:
    seen = Seen(answer.version, answer.text_hash)
    match answer.answer:
        case "yes":
            return commit_unless_contradicted(book, [(answer.assertion_id, seen)], consent).of_one
        case "change":
            text = _text(answer)
            return Action.REFINED, book.refine(answer.assertion_id, seen, text, text)
        case "never":
            return Action.REJECTED, book.reject(answer.assertion_id, seen, Because.REJECTED, Level.NEVER)
        case "no":
            declined = offer.kind is OfferKind.CROSS_PROMOTE
            because = Because.DECLINED if declined else Because.REJECTED
            return Action.REJECTED, book.reject(answer.assertion_id, seen, because, None if declined else Level.FORGET)
        case "instead":
            return _to_replacing(book, offer, answer, consent)


def _to_replacing(book: Book, offer: Offer, answer: CardAnswer, consent: Consent) -> tuple[Action, Assertion]:
    """It takes the place of what the card shows beside it, as that was shown."""
    near = next(item.beside for item in offer.items if item.assertion_id == answer.assertion_id)
    if near is None:
        raise BadMessageError("answer")
    book.require_seen(near.assertion_id, Seen(near.version, near.text_hash))
    book.set_against(answer.assertion_id, near.assertion_id)
    seen = Seen(answer.version, answer.text_hash)
    return commit_unless_contradicted(book, [(answer.assertion_id, seen)], consent, shown=True).of_one


def _to_retracting(book: Book, offer: Offer, answer: CardAnswer, _: Consent) -> tuple[Action, Assertion]:
    seen = Seen(answer.version, answer.text_hash)
    match answer.answer:
        case "yes" | "never":
            if answer.answer == "never":
                return Action.RETRACTED, book.retract(answer.assertion_id, seen, Level.NEVER)
            return Action.RETRACTED, take_back(book, offer, answer.assertion_id, seen)
        case "no":
            book.require_seen(answer.assertion_id, seen)
            return Action.NONE, book.get(answer.assertion_id)
        case "change" | "instead":
            raise BadMessageError("answer")


def _to_clash(book: Book, offer: Offer, answer: CardAnswer, consent: Consent) -> tuple[Action, Assertion]:
    """Yes to the new one replaces the known; yes to the known keeps it, beside the new one if that has a yes too."""
    known, new = offer.items
    seen = Seen(answer.version, answer.text_hash)
    if answer.assertion_id == known.assertion_id:
        book.require_seen(answer.assertion_id, seen)
        if answer.answer == "yes":
            book.keep_beside(new.assertion_id)
        return Action.NONE, book.get(known.assertion_id)
    if answer.answer == "yes":  # they see what speaks against it
        return Action.COMMITTED, book.commit(answer.assertion_id, seen, consent)
    return _to_remembering(book, offer, answer, consent)


_ANSWER_TO = {OfferKind.RETRACT: _to_retracting, OfferKind.CLASH: _to_clash}


def _text(answer: CardAnswer) -> str:
    if answer.text is None:
        raise BadMessageError("text")
    return answer.text
