"""From a labelled utterance to the question that a model is asked."""

from deploy.training.labelled import OfferShown, Utterance
from services.classifier.answers import answer_to_offer, reading_of_answer, without_answer
from shared.contracts.assertions import text_hash
from shared.contracts.ids import new_id
from shared.contracts.operations import Offer, OfferItem, OfferKind
from shared.contracts.understanding import Reading
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.read_line import read_line

_KINDS = {"candidates": OfferKind.RETRACT}


def question_of(one: Utterance) -> Question:
    """As it would be asked in a conversation."""
    return Question(
        text=one.text,
        language=one.language,
        project="a project" if one.in_project else None,
        cards=tuple(load_cards().values()),
        offer=offer_of(one.offered) if one.offered else None,
    )


def offer_of(offered: OfferShown) -> Offer:
    """The offer, bound to the texts that were shown."""
    kind = _KINDS.get(offered.kind) or OfferKind(offered.kind)
    items = tuple(
        OfferItem(assertion_id=new_id(), display_number=place, version=1, text_hash=text_hash(text), shown_text=text)
        for place, text in enumerate(offered.items, 1)
    )
    return Offer(offer_id=new_id(), kind=kind, items=items, needs_choice=offered.kind == "candidates")


def understand(question: Question) -> Reading:
    """As the classifier reads it without a model: answers by their grammar, all else by the engine."""
    answer = answer_to_offer(question)
    return without_answer(read_line(question), question) if answer is None else reading_of_answer(answer, question)
