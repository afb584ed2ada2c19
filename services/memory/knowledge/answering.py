"""The person answers the standing offer: by words or by card, it leads to the same."""

from collections.abc import Callable, Sequence
from types import MappingProxyType

from services.memory.knowledge import policy
from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.book import Book
from services.memory.knowledge.doing import Done, Scene, offer_of, seen_of
from services.memory.knowledge.judging import agree
from services.memory.knowledge.refusals import Level
from services.memory.knowledge.writing import shortened, written
from shared.assertions import Because, Force, Kind
from shared.errors import WritingRuleError
from shared.ids import new_id
from shared.of_two import KNOWN, NEW
from shared.operations import Action, Answer, AnswerOffer, Offer, OfferItem, OfferKind, Outcome

ANSWER = "answer_offer"
BY_WORDS = "yes in words to what was asked in the turn before"
BY_CARD = "yes on the card"


def answer(book: Book, offer: Offer, given: AnswerOffer, place: Scene) -> Done:
    """What the answer does. Of what was shown, nothing counts that reads otherwise now."""
    stale = [item for item in offer.items if not _stands(book, offer, item)]
    if stale:
        return _ask_anew(book, offer)
    if not place.write and offer.kind is not OfferKind.RETRACT and given.answer is not Answer.DECLINE:
        return Done(Outcome(kind=ANSWER, done=False, action=Action.NONE, code="incognito"))
    if given.answer is not Answer.DECLINE and offer.needs_control:
        return Done(Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="needs_card"), again(offer))
    return _ANSWERED[offer.kind](book, offer, given, place)


def again(offer: Offer) -> Offer:
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
    return Offer.model_validate({**again(offer).model_dump(), "items": items})


def _stands(book: Book, offer: Offer, item: OfferItem) -> bool:
    found = book.assertions.get(item.assertion_id)
    if found is None or found.version != item.version or found.text_hash != item.text_hash:
        return False
    if offer.kind is OfferKind.RETRACT:
        return found.force is not Force.RETRACTED
    return found.force is Force.HELD or (offer.kind is OfferKind.CLASH and item == offer.items[0] and found.is_known)


def _ask_anew(book: Book, offer: Offer) -> Done:
    """Something changed between the question and the answer: it is shown as it reads now."""
    wanted = (Force.HELD, Force.COMMITTED) if offer.kind in (OfferKind.RETRACT, OfferKind.CLASH) else (Force.HELD,)
    left = [
        book.assertions[item.assertion_id]
        for item in offer.items
        if item.assertion_id in book.assertions and book.assertions[item.assertion_id].force in wanted
    ]
    outcome = Outcome(kind=ANSWER, done=False, action=Action.ASKED if left else Action.NONE, code="changed_meanwhile")
    if not left or (offer.kind is OfferKind.CLASH and len(left) < len(offer.items)):
        return Done(outcome)
    return Done(
        outcome,
        offer_of(
            offer.kind,
            left,
            needs_choice=offer.needs_choice,
            needs_control=offer.needs_control,
            never_again=offer.never_again,
        ),
    )


def _remembered(book: Book, offer: Offer, given: AnswerOffer, place: Scene) -> Done:
    if given.answer is Answer.REFINE:
        return _refined(book, offer, given, place)
    if left := _left_waiting(offer, given):
        return _drop_some(book, offer, left, place)
    chosen = _chosen(offer, given)
    if chosen is None:
        return Done(Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="which"), again(offer))
    because = _because(offer)
    level = None if because is Because.DECLINED else Level.FORGET
    agreed = agree(book, ((item.assertion_id, seen_of(item)) for item in chosen), BY_WORDS)
    dropped = [
        book.reject(item.assertion_id, seen_of(item), because, level) for item in offer.items if item not in chosen
    ]
    _tell(book, [*agreed.kept, *dropped], place)
    if agreed.clashes and not agreed.kept:
        return _ask_which(agreed.clashes[0])
    return Done(
        Outcome(
            kind=ANSWER,
            done=True,
            action=Action.COMMITTED if agreed.kept else Action.REJECTED,
            code="declined" if because is Because.DECLINED and not agreed.kept else None,
            mentioned=tuple(a.mentioned() for a in agreed.kept),
            left=tuple(a.content for a in dropped) if agreed.kept else (),
        ),
        offer_of(OfferKind.CLASH, agreed.clashes[0]) if agreed.clashes else None,
    )


def _because(offer: Offer) -> Because:
    return Because.DECLINED if offer.kind is OfferKind.CROSS_PROMOTE else Because.REJECTED


def _left_waiting(offer: Offer, given: AnswerOffer) -> tuple[OfferItem, ...]:
    """Of several, those that a no to some says nothing of."""
    named = set(given.selection) & set(range(1, len(offer.items) + 1))
    if given.answer is not Answer.DECLINE or not named:
        return ()
    return tuple(item for number, item in enumerate(offer.items, 1) if number not in named)


def _drop_some(book: Book, offer: Offer, left: tuple[OfferItem, ...], place: Scene) -> Done:
    """Those that were named are dropped; the others wait on, and are asked about again."""
    because = _because(offer)
    level = None if because is Because.DECLINED else Level.FORGET
    gone = [item for item in offer.items if item not in left]
    dropped = [book.reject(item.assertion_id, seen_of(item), because, level) for item in gone]
    _tell(book, dropped, place)
    asked = Offer.model_validate({**again(offer).model_dump(), "items": left})
    return Done(Outcome(kind=ANSWER, done=True, action=Action.REJECTED), asked)


def _ask_which(clash: tuple[Assertion, Assertion]) -> Done:
    """Nothing was kept: meanwhile something became known that cannot be meant beside it."""
    mentioned = tuple(a.mentioned() for a in clash)
    return Done(
        Outcome(kind=ANSWER, done=True, action=Action.HELD, code="clash", mentioned=mentioned),
        offer_of(OfferKind.CLASH, clash),
    )


def _refined(book: Book, offer: Offer, given: AnswerOffer, place: Scene) -> Done:
    """Each refined text for its item; what is not named stays as it was, and all of it is asked again."""
    places = given.selection or tuple(range(1, len(given.refined) + 1))
    texts = dict(zip(places, given.refined, strict=False))
    if not texts:
        return Done(Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="how"), again(offer))
    try:
        kept = {number: written(shortened(fact.text, Kind.FACT), Kind.FACT) for number, fact in texts.items()}
    except WritingRuleError:  # before any of them is changed: all or none
        return _not_keepable(offer)
    if any(map(policy.is_instruction, kept.values())) or any(map(policy.tells_secret, texts.values())):
        return _not_keepable(offer)
    shown = dict(enumerate((item.shown_text for item in offer.items), 1))
    if all(shown.get(number, text) == text for number, text in kept.items()):
        return _said_again(book, offer)
    now: list[Assertion] = []
    for number, item in enumerate(offer.items, 1):
        if number not in kept or book.get(item.assertion_id).force is not Force.HELD:
            now.append(book.get(item.assertion_id))
            continue
        own_words = texts[number].own_words or place.text
        now.append(book.refine(item.assertion_id, seen_of(item), kept[number], own_words))
    _tell(book, now, place)
    mentioned = tuple(a.mentioned() for a in now)
    return Done(
        Outcome(kind=ANSWER, done=True, action=Action.REFINED, mentioned=mentioned),
        offer_of(offer.kind, now, needs_control=offer.needs_control or any(map(policy.needs_control, texts.values()))),
    )


def _said_again(book: Book, offer: Offer) -> Done:
    """In the very words that were offered: nothing is reworded, and the same is asked once more."""
    mentioned = tuple(book.get(item.assertion_id).mentioned() for item in offer.items)
    return Done(Outcome(kind=ANSWER, done=True, action=Action.HELD, mentioned=mentioned), again(offer))


def _not_keepable(offer: Offer) -> Done:
    return Done(Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="not_keepable"), again(offer))


def _taken_back(book: Book, offer: Offer, given: AnswerOffer, place: Scene) -> Done:
    if given.answer is Answer.DECLINE or given.answer is Answer.REFINE:
        return Done(Outcome(kind=ANSWER, done=False, action=Action.NONE, code="kept"))
    chosen = _chosen(offer, given)
    if chosen is None or (offer.needs_choice and given.answer is Answer.CONFIRM):
        return Done(Outcome(kind=ANSWER, done=False, action=Action.AMBIGUOUS, code="which"), again(offer))
    level = Level.NEVER if offer.never_again else Level.FORGET
    gone = [book.retract(item.assertion_id, seen_of(item), level) for item in chosen]
    _tell(book, gone, place)
    mentioned = tuple(a.mentioned() for a in gone)
    return Done(
        Outcome(
            kind=ANSWER,
            done=True,
            action=Action.RETRACTED,
            code="never_again" if offer.never_again else None,
            mentioned=mentioned,
        )
    )


def _which_stands(book: Book, offer: Offer, given: AnswerOffer, place: Scene) -> Done:
    """Of a clash: the new one replaces the known, both stay, or the new one is dropped."""
    known, new = offer.items
    if given.answer is Answer.REFINE:
        refined = AnswerOffer(
            offer_id=given.offer_id, answer=Answer.REFINE, selection=(NEW,), refined=given.refined[:1]
        )
        return _refined(book, offer, refined, place)
    stay = {Answer.CONFIRM: (NEW,), Answer.DECLINE: (KNOWN,)}.get(given.answer, given.selection)
    if not {KNOWN, NEW}.intersection(stay):
        return Done(Outcome(kind=ANSWER, done=False, action=Action.ASKED, code="which"), again(offer))
    if NEW not in stay:
        dropped = book.reject(new.assertion_id, seen_of(new), Because.REJECTED, Level.FORGET)
        _tell(book, [dropped], place)
        return Done(Outcome(kind=ANSWER, done=True, action=Action.REJECTED, code="kept_known"))
    if KNOWN in stay:
        book.keep_beside(new.assertion_id)
    kept = book.commit(new.assertion_id, seen_of(new), BY_WORDS)
    _tell(book, [kept], place)
    replaced = () if KNOWN in stay else (known.shown_text,)
    return Done(
        Outcome(
            kind=ANSWER,
            done=True,
            action=Action.COMMITTED,
            code="both" if KNOWN in stay else "replaced",
            mentioned=(kept.mentioned(),),
            left=replaced,
        )
    )


def _chosen(offer: Offer, given: AnswerOffer) -> Sequence[OfferItem] | None:
    if given.answer is Answer.CONFIRM:
        return offer.items
    if given.answer is Answer.DECLINE:
        return ()
    chosen = [item for number, item in enumerate(offer.items, 1) if number in given.selection]
    return chosen or None


def _tell(book: Book, assertions: Sequence[Assertion], place: Scene) -> None:
    for assertion in assertions:
        book.spoke(assertion, place.text)


_Answered = Callable[[Book, Offer, AnswerOffer, Scene], Done]
_ANSWERED: MappingProxyType[OfferKind, _Answered] = MappingProxyType(
    {
        OfferKind.REMEMBER: _remembered,
        OfferKind.CROSS_PROMOTE: _remembered,
        OfferKind.PROJECT_FACTS: _remembered,
        OfferKind.RETRACT: _taken_back,
        OfferKind.CLASH: _which_stands,
    }
)
