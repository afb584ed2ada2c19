"""What a line means for the offer that stands: an answer, the same question once more, or another subject."""

from shared.contracts.operations import Answer, AnswerOffer, AskAgain, LeaveWaiting, Offer
from shared.contracts.turns import ClassifiedTurn
from shared.contracts.understanding import Continuation

_ANSWERS = {
    Continuation.CONFIRM: Answer.CONFIRM,
    Continuation.DECLINE: Answer.DECLINE,
    Continuation.REFINE: Answer.REFINE,
    Continuation.SELECT: Answer.SELECT,
}


def answerable_offer(turn: ClassifiedTurn) -> Offer | None:
    """The offer that this turn may answer."""
    return turn.standing if turn.may_answer else None


def answer_of(turn: ClassifiedTurn) -> AnswerOffer | AskAgain | LeaveWaiting | None:
    """What happens to the offer that stands; nothing when there is none to answer. Memory reads the words once more."""
    offer = answerable_offer(turn)
    if offer is None:
        return None
    understanding = turn.understanding
    answer = _ANSWERS.get(understanding.continuation)
    if answer is not None:
        return AnswerOffer(
            offer_id=offer.offer_id,
            answer=answer,
            selection=understanding.selection,
            refined=understanding.personal_facts if answer is Answer.REFINE else (),
        )
    if understanding.clarification is not None and not offer.asked_again:
        return AskAgain(offer_id=offer.offer_id)
    return LeaveWaiting(offer_id=offer.offer_id)
