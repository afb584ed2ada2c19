"""What a line is to the offer that stands: the grammar alone says so, whoever reads the rest. Pure."""

from collections.abc import Iterator

from shared.answers.answer_forms import ReadAnswer, Rewording, Says
from shared.answers.grammar import leaning_of, read_answer
from shared.answers.rewording import begins_in_first_person, reword_text, says_no_more
from shared.answers.words import says_nothing
from shared.contracts.assertions import Category
from shared.contracts.operations import Offer, OfferKind
from shared.contracts.understanding import MOST_FACTS, Continuation, ModelUse, PersonalFact, Reading
from shared.models.model import Question
from shared.text.language import language_heard, language_so_far
from shared.text.quotation import quote_words
from shared.wording.closing_question import UNSURE

TALK = "general_conversation"
REMEMBER = "remember_about_me"
FORGET = "forget_about_me"
ANSWERED_INTENT = {
    OfferKind.REMEMBER: REMEMBER,
    OfferKind.CROSS_PROMOTE: REMEMBER,
    OfferKind.CLASH: REMEMBER,
    OfferKind.MERGE: REMEMBER,
    OfferKind.CONSENT: REMEMBER,
    OfferKind.RETRACT: FORGET,
    OfferKind.PROJECT_FACTS: "add_knowledge",
    OfferKind.CLOSING: "close_conversation",
}
"""What a yes to each kind of offer is; a no is conversation."""
SURELY_TALK = 0.8
"""The confidence from which on a line that was read as talk is no try to answer."""
A_FEW_WORDS = 6
READ_BY_GRAMMAR = ModelUse(provider="offline", model="answers", latency_ms=0.0)
_SAYS = {
    Says.YES: Continuation.CONFIRM,
    Says.NO: Continuation.DECLINE,
    Says.SOME: Continuation.SELECT,
    Says.WHICH: Continuation.SELECT,
    Says.CORRECTS: Continuation.REFINE,
}


def answer_to_offer(question: Question) -> ReadAnswer | None:
    """The answer that the lines are; nothing where nothing was asked, or where they are none."""
    if question.offer is None:
        return None
    return read_answer(question.text, question.offer, question.language)


def reading_of_answer(answer: ReadAnswer, question: Question) -> Reading:
    """An answer as a reading: it means what the request meant that led to the offer."""
    offer = question.offer
    assert offer is not None  # noqa: S101  # there is no answer without one
    correction = answer.correction
    told = [_refined(offer, correction, question)] if correction is not None else []
    chosen = (correction.place,) if correction is not None else answer.yes if answer.says is Says.SOME else ()
    return Reading(
        intent=TALK if answer.says is Says.NO else ANSWERED_INTENT[offer.kind],
        confidence=1.0,
        continuation=_SAYS[answer.says],
        selection=chosen,
        personal_facts=tuple(fact for fact in told if fact is not None) or _agreed(offer, answer),
        language=_language(question),
    )


def with_further(reading: Reading, told: Reading) -> Reading:
    """The same, with what was told behind the yes."""
    facts = (*reading.personal_facts, *told.personal_facts)
    return Reading.model_validate(
        {**dict(reading), "personal_facts": facts, "own_life_in_danger": told.own_life_in_danger}
    )


def with_wording(reading: Reading, read: Reading, question: Question) -> Reading:
    """The same, in the words of whoever read it, where these say nothing that was not shown or said."""
    offer = question.offer
    reading = Reading.model_validate({**dict(reading), "own_life_in_danger": read.own_life_in_danger})
    facts = read.personal_facts[:1] if read.continuation is Continuation.REFINE else ()
    if offer is None or not facts or not says_no_more(facts[0].text, [question.text, offer.items[0].shown_text]):
        return reading
    return Reading.model_validate({**dict(reading), "personal_facts": facts, "selection": (1,)})


def without_answer(reading: Reading, question: Question) -> Reading:
    """A line that is no answer, however it was read: another subject, or nothing that anybody is sure of."""
    if question.offer is None or question.offer.kind is OfferKind.CLOSING:  # whoever goes on talking is heard
        return Reading.model_validate({**dict(reading), "continuation": Continuation.NONE, "selection": ()})
    leans = (
        None if _tells_anew(reading, question.offer) else leaning_of(question.text, question.offer, question.language)
    )
    unclear = reading.continuation not in (Continuation.NONE, Continuation.TOPIC_SHIFT) or (
        reading.intent == TALK and says_nothing(question.text)
    )
    if leans is None and _may_mean_it(reading, question.text):
        leans = True
    fields: dict[str, object] = {"continuation": Continuation.TOPIC_SHIFT, "selection": ()}
    if unclear or leans is not None:  # asked again once; then it is talk, and the question waits
        again = None if question.offer.asked_again else UNSURE
        meant = ANSWERED_INTENT[question.offer.kind] if leans and again else TALK
        fields |= {"intent": meant, "personal_facts": (), "clarification": again, "parts": ()}
        if leans is not None:
            fields["alternatives"] = ()
    return Reading.model_validate({**dict(reading), **fields})


def _may_mean_it(reading: Reading, text: str) -> bool:
    """A few words that nobody could read for sure, right behind a question: "half past three.", "Schumann! typo"."""
    unsure = reading.intent == TALK and reading.confidence < SURELY_TALK
    leans = reading.intent == REMEMBER and not reading.personal_facts
    return "?" not in text and (leans or (unsure and len(text.split()) <= A_FEW_WORDS))


def _tells_anew(reading: Reading, offer: Offer) -> bool:
    """An order or a fact is not lost for a yes that nobody understood; a fact beside what would go is the reason."""
    surely = reading.confidence >= SURELY_TALK
    if offer.kind is OfferKind.RETRACT:
        return surely and reading.intent == FORGET and bool(reading.forget_description)
    tells = reading.intent == REMEMBER and bool(reading.personal_facts)
    return tells or reading.intent == FORGET or (surely and reading.intent != TALK)


def _refined(offer: Offer, correction: Rewording, question: Question) -> PersonalFact | None:
    """The item as it would read; nothing, where it has to be asked how."""
    item = offer.items[correction.place - 1]
    text = _as_told(correction.words, question) if correction.is_text else reword_text(item.shown_text, correction)
    return None if text is None else _fact(text, correction.words)  # without what they name as wrong


def _as_told(words: str, question: Question) -> str:
    """A text that the person gave: their own words are quoted, a sentence about "you" stays as it is."""
    return quote_words(words, _language(question)) if begins_in_first_person(words) else words


def _agreed(offer: Offer, answer: ReadAnswer) -> tuple[PersonalFact, ...]:
    keeps = ANSWERED_INTENT[offer.kind] == REMEMBER and answer.says in (Says.YES, Says.SOME)
    chosen = [offer.items[place - 1] for place in answer.yes] if keeps else []
    return tuple(_fact(item.shown_text, item.own_words or item.shown_text) for item in chosen[:MOST_FACTS])


def _fact(text: str, own_words: str) -> PersonalFact:
    return PersonalFact(text=text, own_words=own_words, category=Category.PROFILE)


def _language(question: Question) -> str:
    """That of the talk: a "yes" is in none."""
    return language_heard(question.text, language_so_far(_texts_before(question), question.language))


def _texts_before(question: Question) -> Iterator[str]:
    offer = question.offer
    if offer is not None and offer.kind is not OfferKind.RETRACT:
        yield offer.items[-1].own_words or offer.items[-1].shown_text
    for exchange in reversed(question.history):
        yield exchange.replied
        yield exchange.said
