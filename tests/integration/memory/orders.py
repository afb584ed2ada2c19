"""What a line is taken to order, written by hand: no model reads anything here."""

from collections.abc import Callable, Sequence

from shared.contracts.assertions import Category
from shared.contracts.operations import Answer, AnswerOffer, Forget, LeaveWaiting, Offer, Operation, Remember
from shared.contracts.understanding import ModelUse, PersonalFact

USE = ModelUse(provider="scripted", model="none", latency_ms=0)
Order = Callable[[Offer | None], Sequence[Operation]]


def _facts(*texts: str) -> tuple[PersonalFact, ...]:
    return tuple(PersonalFact(text=text, own_words=text, category=Category.KNOWLEDGE) for text in texts)


def hold(*texts: str) -> Order:
    def order(standing: Offer | None) -> Sequence[Operation]:
        lapse = () if standing is None else (LeaveWaiting(offer_id=standing.offer_id),)
        return (*lapse, Remember(facts=_facts(*texts)))

    return order


def say(answer: Answer, *selection: int, refined: str | None = None) -> Order:
    texts = () if refined is None else (refined,)

    def order(standing: Offer | None) -> Sequence[Operation]:
        if standing is None:
            return ()
        offer_id = standing.offer_id
        return (AnswerOffer(offer_id=offer_id, answer=answer, selection=selection, refined=_facts(*texts)),)

    return order


def forget(description: str, *, never_again: bool = False) -> Order:
    return lambda _: (Forget(description=description, never_again=never_again),)
