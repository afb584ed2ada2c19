"""What a line that may answer the standing offer means for it: an answer, or another subject."""

from services.router.phrases import says
from services.router.plain_answer import only_says_not, only_takes_leave, speaks_against_keeping, speaks_against_yes
from shared.of_two import KNOWN, NEW, stand
from shared.operations import Answer, AnswerOffer, LapseOffer, Offer, OfferKind
from shared.text.delete_orders import only_removes
from shared.turns import ClassifiedTurn
from shared.understanding import Continuation

_ANSWERS = {
    Continuation.CONFIRM: Answer.CONFIRM,
    Continuation.DECLINE: Answer.DECLINE,
    Continuation.REFINE: Answer.REFINE,
    Continuation.SELECT: Answer.SELECT,
}


def answerable(turn: ClassifiedTurn) -> Offer | None:
    """The offer that this turn may answer."""
    return turn.standing if turn.may_answer else None


def answer_of(turn: ClassifiedTurn) -> AnswerOffer | LapseOffer | None:
    """What happens to the standing offer; nothing when there is none to answer."""
    offer = answerable(turn)
    if offer is None:
        return None
    answer = _ANSWERS.get(turn.understanding.continuation)
    if answer is None:
        return LapseOffer(offer_id=offer.offer_id)
    return AnswerOffer(
        offer_id=offer.offer_id,
        answer=answer,
        selection=turn.understanding.selection,
        refined=turn.understanding.personal_facts if answer is Answer.REFINE else (),
    )


def is_doubtful(turn: ClassifiedTurn) -> bool:
    """A yes that the person's own words speak against, or an answer nobody is sure of: it is asked again."""
    offer = answerable(turn)
    if offer is None or _turns_it_round(turn, offer):
        return offer is not None
    if turn.understanding.continuation is Continuation.REFINE:
        return turn.understanding.confidence < SURE_TO_REWORD  # else another fact would take the place of what waits
    if offer.kind is OfferKind.CLASH and _decides_unsaid(turn, offer):
        return True
    return turn.understanding.continuation is Continuation.CONFIRM and _is_no_sure_yes(turn)


def _is_no_sure_yes(turn: ClassifiedTurn) -> bool:
    if turn.history and says("own_life", turn.history[-1].said):
        return True  # the question was not repeated then: who knows what the yes is to
    if speaks_against_yes(turn.text) or only_takes_leave(turn.text) or says("deferred", turn.text):
        return True
    return turn.understanding.confidence < SURE_ENOUGH


def _turns_it_round(turn: ClassifiedTurn, offer: Offer) -> bool:
    """As it was read, what is ordered to go would be kept; or what nobody named would go with what is to stay."""
    chosen = turn.understanding.continuation is Continuation.SELECT and offer.kind is not OfferKind.CLASH
    if offer.kind is OfferKind.RETRACT:
        return chosen and only_says_not(turn.text)
    if turn.understanding.continuation is Continuation.CONFIRM:
        return speaks_against_keeping(turn.text)
    return chosen and (only_removes(turn.text) or only_says_not(turn.text))


def _decides_unsaid(turn: ClassifiedTurn, offer: Offer) -> bool:
    """Of two that cannot both be meant one would go, or both stay, and the words do not say so."""
    read = turn.understanding
    if read.continuation not in _ANSWERS:
        return False
    said = stand(turn.text, [item.shown_text for item in offer.items])
    if said is None:
        return read.confidence < SURE_ENOUGH
    stays = {Continuation.CONFIRM: (NEW,), Continuation.DECLINE: (KNOWN,)}.get(read.continuation, read.selection)
    return not said or said != stays


SURE_ENOUGH = 0.5
SURE_TO_REWORD = 0.42

ANSWERED_INTENT = {
    OfferKind.REMEMBER: "remember_about_me",
    OfferKind.CROSS_PROMOTE: "remember_about_me",
    OfferKind.CLASH: "remember_about_me",
    OfferKind.MERGE: "remember_about_me",
    OfferKind.CONSENT: "remember_about_me",
    OfferKind.RETRACT: "forget_about_me",
    OfferKind.PROJECT_FACTS: "add_knowledge",
}
"""What a yes to each kind of offer is."""
