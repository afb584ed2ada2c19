"""The person answers in words what was asked: their own line is read once more, and only what it says is done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from uuid import UUID

from services.memory.assertions import policy
from services.memory.assertions.assertion import Assertion, Seen
from services.memory.assertions.book import Book
from services.memory.assertions.consent import consent_in_words
from services.memory.assertions.refusal import Level
from services.memory.assertions.writing_rules import shorten_text, written_text
from services.memory.consent.answer_closing import answer_closing
from services.memory.consent.contradictions import CommitResult, commit_unless_contradicted
from services.memory.consent.operation_result import OperationResult, TurnScope, offer_of, offer_of_over, seen_of
from shared.answers.answer_forms import ReadAnswer, Says
from shared.answers.grammar import read_answer
from shared.answers.rewording import says_no_more
from shared.answers.shown_items import KNOWN, NEW
from shared.contracts.assertions import Because, Force, Kind
from shared.contracts.errors import WritingRuleError
from shared.contracts.ids import new_id
from shared.contracts.operations import LINE_OUT, Action, AnswerOffer, Offer, OfferItem, OfferKind, Outcome
from shared.contracts.understanding import PersonalFact
from shared.text.quotation import without_marks

ANSWER = "answer_offer"


def answer_offer(book: Book, offer: Offer, given: AnswerOffer, scope: TurnScope) -> OperationResult:
    """What the answer does: to the draft of a conversation, or to memories."""
    if offer.kind is OfferKind.CLOSING:
        return answer_closing(offer, scope)
    return _answer_about_memories(book, offer, given, scope)


def _answer_about_memories(book: Book, offer: Offer, given: AnswerOffer, scope: TurnScope) -> OperationResult:
    """Of what was shown, nothing counts that reads otherwise now."""
    heard = read_answer(scope.text, offer, scope.language)
    if heard is None:  # whoever read the line took it for an answer: it is none
        return OperationResult(Outcome(kind=ANSWER, done=False, action=Action.NONE, code="no_answer"))
    if any(not _stands(book, offer, item) for item in offer.items) or (heard.instead and not _near_stands(book, offer)):
        return _ask_anew(book, offer)
    refuses = heard.says is Says.NO
    if not scope.write and offer.kind is not OfferKind.RETRACT and not refuses:
        return OperationResult(Outcome(kind=ANSWER, done=False, action=Action.NONE, code="incognito"))
    keeps = NEW in heard.yes if offer.kind is OfferKind.CLASH else bool(heard.yes)
    by_card = _by_card(book, offer)
    if keeps and (
        by_card.issuperset(heard.yes) or (by_card and offer.kind is OfferKind.CLASH)
    ):  # also beside a correction: "yes to all, but make it two"
        return OperationResult(
            Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="needs_card"), asked_again(offer)
        )
    if keeps:
        heard = replace(heard, yes=tuple(place for place in heard.yes if place not in by_card))
    if heard.says is Says.WHICH or (heard.says is Says.YES and offer.needs_choice):
        action = Action.AMBIGUOUS if offer.needs_choice else Action.ASKED
        code = "which_stands" if offer.kind is OfferKind.CLASH else "which"
        return OperationResult(Outcome(kind=ANSWER, done=False, action=action, code=code), asked_again(offer))
    return _ANSWERED[offer.kind](_Answered(book, offer, heard, given.refined, scope))


@dataclass(frozen=True, slots=True)
class _Answered:
    """An answer in words, and all that it needs to be done."""

    book: Book
    offer: Offer
    heard: ReadAnswer
    refined: tuple[PersonalFact, ...]
    scope: TurnScope

    @property
    def unnamed(self) -> tuple[int, ...]:
        """Places that it says neither yes nor no to."""
        named = {*self.heard.yes, *self.heard.no}
        return tuple(place for place in range(1, len(self.offer.items) + 1) if place not in named)

    def items_at(self, places: Sequence[int]) -> list[OfferItem]:
        """The items that stand there, from 1."""
        return [self.offer.items[number - 1] for number in places]


def _by_card(book: Book, offer: Offer) -> frozenset[int]:
    """Places of what the person did not say themself, or what is somebody's secret: it is agreed to on its card."""
    places = range(1, len(offer.items) + 1)
    if offer.kind is OfferKind.RETRACT:
        return frozenset(places if offer.needs_control else ())
    asked = places[-1:] if offer.kind is OfferKind.CLASH else places
    found = {place for place in asked if policy.needs_card(book.get(offer.items[place - 1].assertion_id))}
    return frozenset(found or (places if offer.needs_control else ()))


def ask_again(book: Book, offer: Offer, *, plainly: bool = True) -> Offer | None:
    """What of the same question can still be answered, under a new id; `plainly` where it was not understood."""
    standing = still_stands(book, offer)
    if standing is None or not plainly:
        return standing
    return Offer.model_validate({**asked_again(standing).model_dump(), "asked_again": True})


def asked_again(offer: Offer) -> Offer:
    """The same question, asked once more."""
    return Offer.model_validate({**{name: getattr(offer, name) for name in Offer.model_fields}, "offer_id": new_id()})


def still_stands(book: Book, offer: Offer) -> Offer | None:
    """The same question about what of it can still be answered; none when nothing can.

    Where nothing of it changed it stays the same offer: a yes that is on its way since it was shown answers it.
    """
    items = tuple(item for item in offer.items if _stands(book, offer, item))
    if items == offer.items:
        return offer
    if not items or (offer.kind is OfferKind.CLASH and len(items) < len(offer.items)):
        return None
    return Offer.model_validate({**asked_again(offer).model_dump(), "items": items})


def _stands(book: Book, offer: Offer, item: OfferItem) -> bool:
    found = book.assertions.get(item.assertion_id)
    if found is None or found.version != item.version or found.text_hash != item.text_hash:
        return False
    if offer.kind is OfferKind.RETRACT:
        return found.force is not Force.RETRACTED
    return found.force is Force.HELD or (offer.kind is OfferKind.CLASH and item == offer.items[0] and found.is_known)


def _near_stands(book: Book, offer: Offer) -> bool:
    near = offer.items[0].beside
    found = book.assertions.get(near.assertion_id) if near is not None else None
    if near is None or found is None or not found.is_known:
        return False
    return (found.version, found.text_hash) == (near.version, near.text_hash)


def _ask_anew(book: Book, offer: Offer) -> OperationResult:
    """Something changed between the question and the answer: it is shown as it reads now."""
    wanted = (Force.HELD, Force.COMMITTED) if offer.kind in (OfferKind.RETRACT, OfferKind.CLASH) else (Force.HELD,)
    left = [
        book.assertions[item.assertion_id]
        for item in offer.items
        if item.assertion_id in book.assertions and book.assertions[item.assertion_id].force in wanted
    ]
    outcome = Outcome(kind=ANSWER, done=False, action=Action.ASKED if left else Action.NONE, code="changed_meanwhile")
    if not left or (offer.kind is OfferKind.CLASH and len(left) < len(offer.items)):
        return OperationResult(outcome)
    if offer.is_over:
        return OperationResult(outcome, offer_of_over(left))
    return OperationResult(
        outcome,
        offer_of(
            offer.kind,
            left,
            needs_choice=offer.needs_choice,
            needs_control=offer.needs_control,
            never_again=offer.never_again,
        ),
    )


def _remembered(answered: _Answered) -> OperationResult:
    """Those with a yes are kept, those with a no are dropped; what was named neither way waits in the notebook."""
    if answered.heard.says is Says.CORRECTS:
        return _corrected(answered)
    book, offer, scope = answered.book, answered.offer, answered.scope
    because = Because.DECLINED if offer.kind is OfferKind.CROSS_PROMOTE else Because.REJECTED
    if answered.heard.instead:
        return _replaced(answered)
    agreed = _agree(answered)
    level = None if because is Because.DECLINED else Level.FORGET
    dropped = [
        book.reject(item.assertion_id, seen_of(item), because, level) for item in answered.items_at(answered.heard.no)
    ]
    _tell(book, [*agreed.kept, *dropped], scope)
    if agreed.clashes and not agreed.kept:
        return _ask_which(agreed.clashes[0])
    by_card = [book.get(offer.items[place - 1].assertion_id) for place in sorted(_by_card(book, offer))]
    by_card = [one for one in by_card if one.force is Force.HELD]
    unnamed = [item for item in answered.items_at(answered.unnamed) if book.get(item.assertion_id) not in by_card]
    outcome = Outcome(
        kind=ANSWER,
        done=True,
        action=Action.COMMITTED if agreed.kept else Action.REJECTED,
        code="declined" if because is Because.DECLINED and not agreed.kept else None,
        mentioned=tuple(a.mentioned() for a in agreed.kept),
        left=tuple(a.content for a in dropped) if agreed.kept else (),
        waits=tuple(item.shown_text for item in unnamed) if agreed.kept else (),
    )
    if agreed.clashes:
        return OperationResult(outcome, offer_of(OfferKind.CLASH, agreed.clashes[0]))
    if agreed.kept and by_card:
        return OperationResult(outcome, offer_of(offer.kind, by_card, needs_control=True))
    return OperationResult(outcome, None if agreed.kept or not answered.unnamed else _about_the_others(answered))


def _replaced(answered: "_Answered") -> OperationResult:
    """Of what there can be many of, the person said that it takes the place of the one beside it."""
    book, (item, *_) = answered.book, answered.offer.items
    consent = consent_in_words(answered.heard)
    assert item.beside is not None  # noqa: S101  # what is known stood beside it
    assert consent is not None  # noqa: S101  # it is a yes
    book.set_against(item.assertion_id, item.beside.assertion_id)
    kept = book.commit(item.assertion_id, seen_of(item), consent)
    _tell(book, [kept], answered.scope)
    return _told_replaced(kept, item.beside.shown_text)


def _told_replaced(kept: Assertion, former: str) -> OperationResult:
    mentioned = (kept.mentioned(),)
    outcome = Outcome(kind=ANSWER, done=True, action=Action.COMMITTED, code="replaced", mentioned=mentioned)
    return OperationResult(outcome.model_copy(update={"left": (former,)}))


def _about_the_others(answered: "_Answered") -> Offer:
    """A no to some says nothing of the others: they are asked about once more."""
    return Offer.model_validate(
        {**asked_again(answered.offer).model_dump(), "items": tuple(answered.items_at(answered.unnamed))}
    )


def _agree(answered: _Answered) -> CommitResult:
    consent = consent_in_words(answered.heard)
    if consent is None:
        return CommitResult([], [])
    chosen = answered.items_at(answered.heard.yes)
    return commit_unless_contradicted(answered.book, ((item.assertion_id, seen_of(item)) for item in chosen), consent)


def _ask_which(clash: tuple[Assertion, Assertion]) -> OperationResult:
    """Nothing was kept: meanwhile something became known that cannot be meant beside it."""
    mentioned = tuple(a.mentioned() for a in clash)
    return OperationResult(
        Outcome(kind=ANSWER, done=True, action=Action.HELD, code="clash", mentioned=mentioned),
        offer_of(OfferKind.CLASH, clash),
    )


def _corrected(answered: _Answered) -> OperationResult:
    """The item that is put right reads otherwise and is asked about again, with what has no answer yet."""
    book, offer, scope = answered.book, answered.offer, answered.scope
    correction = answered.heard.correction
    assert correction is not None  # noqa: S101  # that is what it says
    item = offer.items[correction.place - 1]
    fact = next(iter(answered.refined), None)
    if fact is None or not says_no_more(without_marks(fact.text), (scope.text, item.shown_text)):
        awaiting = {**asked_again(offer).model_dump(), "items": (item,), "awaits": item.assertion_id}
        outcome = Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="how")
        return OperationResult(outcome, Offer.model_validate(awaiting))
    try:
        text = written_text(shorten_text(fact.text, Kind.FACT), Kind.FACT)
    except WritingRuleError:
        return _not_keepable(offer)
    if policy.is_instruction(text) or policy.tells_secret(fact):
        return _not_keepable(offer)
    agreed, former = _agree(answered), book.get(item.assertion_id)
    if text == item.shown_text:
        return _said_again(book, offer)
    book.refine(item.assertion_id, seen_of(item), text, fact.own_words or scope.text)
    _tell(book, agreed.kept, scope)
    book.spoke(former, scope.text)  # the line names what it is not: as the former wording it is hidden from now on
    asked = [book.get(one.assertion_id) for one in offer.items if one not in answered.items_at(answered.heard.yes)]
    said = fact.model_copy(update={"own_words": f"{item.shown_text} {fact.own_words}"})  # what stays was said before
    needs_control = offer.needs_control or policy.needs_control(said)
    mentioned = tuple(a.mentioned() for a in asked)
    return OperationResult(
        Outcome(kind=ANSWER, done=True, action=Action.REFINED, mentioned=mentioned),
        offer_of(offer.kind, asked, needs_control=needs_control),
    )


def _said_again(book: Book, offer: Offer) -> OperationResult:
    """In the very words that were offered: nothing is reworded, and the same is asked once more."""
    mentioned = tuple(book.get(item.assertion_id).mentioned() for item in offer.items)
    return OperationResult(Outcome(kind=ANSWER, done=True, action=Action.HELD, mentioned=mentioned), asked_again(offer))


def _not_keepable(offer: Offer) -> OperationResult:
    return OperationResult(
        Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="not_keepable"), asked_again(offer)
    )


def _taken_back(answered: _Answered) -> OperationResult:
    book, offer, heard = answered.book, answered.offer, answered.heard
    if heard.says in (Says.NO, Says.CORRECTS):
        return OperationResult(Outcome(kind=ANSWER, done=False, action=Action.NONE, code="kept"))
    if not heard.yes and offer.items:
        return OperationResult(
            Outcome(kind=ANSWER, done=False, action=Action.AMBIGUOUS, code="which"), _about_the_others(answered)
        )
    gone = [take_back(book, offer, item.assertion_id, seen_of(item)) for item in answered.items_at(heard.yes)]
    _tell(book, gone, answered.scope)
    code = "never_again" if offer.never_again else LINE_OUT if offer.takes_out and heard.says is Says.YES else None
    mentioned = tuple(a.mentioned() for a in gone)
    action = Action.RETRACTED if gone else Action.ERASED
    return OperationResult(Outcome(kind=ANSWER, done=True, action=action, code=code, mentioned=mentioned))


def take_back(book: Book, offer: Offer, assertion_id: UUID, seen: Seen) -> Assertion:
    """As the offer says: forgotten, refused for ever, or over."""
    if offer.is_over:
        return book.end(assertion_id, seen)
    return book.retract(assertion_id, seen, Level.NEVER if offer.never_again else Level.FORGET)


def _which_stands(answered: _Answered) -> OperationResult:
    """Of a clash: the new one replaces the known, both stay, or the new one is dropped."""
    book, offer, heard, scope = answered.book, answered.offer, answered.heard, answered.scope
    known, new = offer.items
    consent = consent_in_words(heard)
    if consent is None or NEW not in heard.yes:
        dropped = book.reject(new.assertion_id, seen_of(new), Because.REJECTED, Level.FORGET)
        _tell(book, [dropped], scope)
        return OperationResult(Outcome(kind=ANSWER, done=True, action=Action.REJECTED, code="kept_known"))
    if KNOWN in heard.yes:
        book.keep_beside(new.assertion_id)
    kept = book.commit(new.assertion_id, seen_of(new), consent)
    _tell(book, [kept], scope)
    if KNOWN not in heard.yes:
        return _told_replaced(kept, known.shown_text)
    mentioned = (kept.mentioned(),)
    return OperationResult(Outcome(kind=ANSWER, done=True, action=Action.COMMITTED, code="both", mentioned=mentioned))


def _tell(book: Book, assertions: Sequence[Assertion], scope: TurnScope) -> None:
    for assertion in assertions:
        book.spoke(assertion, scope.text)


_ANSWERED: MappingProxyType[OfferKind, Callable[[_Answered], OperationResult]] = MappingProxyType(
    {
        OfferKind.REMEMBER: _remembered,
        OfferKind.CROSS_PROMOTE: _remembered,
        OfferKind.PROJECT_FACTS: _remembered,
        OfferKind.MERGE: _remembered,
        OfferKind.CONSENT: _remembered,
        OfferKind.RETRACT: _taken_back,
        OfferKind.CLASH: _which_stands,
    }
)
