"""Whose words a reading stands on: told by our own rules, whatever a model says of it. Pure."""

import re

from shared.contracts.understanding import Continuation, PersonalFact, Reading
from shared.text.own_words import Parted, part_words
from shared.text.secret_words import holds_secret

OTHERWISE = "general_conversation"
ORDERING = frozenset({"forget_about_me", "add_knowledge", "correct_knowledge"})
"""What words that are not the person's own cannot ask for."""
FORGETTING = "forget_about_me"
NOTHING_READ: dict[str, object] = {
    "personal_facts": (),
    "unread_facts": (),
    "forget_description": None,
    "knowledge": None,
    "target": None,
    "query": None,
    "clarification": None,
    "continuation": Continuation.NONE,
    "selection": (),
    "parts": (),
}
"""Of lines that hold a secret only what they were for is passed on: the reply says that none of it is kept."""
_WORD = re.compile(r"\w+")


def stamp_reading(reading: Reading, text: str) -> Reading:
    """The reading, with what stood only in something pasted or quoted marked so; that answers and orders nothing."""
    said = part_words(text)
    if holds_secret(said.own) and reading.intent != FORGETTING:
        return Reading.model_validate({**dict(reading), **NOTHING_READ})
    if not said.quoted:
        return reading
    facts = tuple(_labelled(fact, said) for fact in reading.personal_facts if not _was_pasted(fact, said))
    fields = {**dict(reading), "personal_facts": facts, "parts": ()}  # which of them is the person's, nobody says
    if said.all_quoted and reading.continuation is not Continuation.NONE:
        fields |= {"continuation": Continuation.TOPIC_SHIFT, "selection": ()}
    elif reading.continuation is Continuation.CONFIRM:  # is it the person's yes, or the quotation's? It is asked again
        fields |= {"confidence": 0.0}
    if reading.intent in ORDERING and (said.all_quoted or _only_there(reading.forget_description or "", said)):
        fields |= {"intent": OTHERWISE, "forget_description": None, "knowledge": None, "target": None}
    return Reading.model_validate(fields)


def _labelled(fact: PersonalFact, said: Parted) -> PersonalFact:
    quoted = fact.quoted or said.all_quoted or _only_there(fact.own_words, said)
    return PersonalFact.model_validate({**dict(fact), "quoted": quoted})


def _was_pasted(fact: PersonalFact, said: Parted) -> bool:
    """It stands in lines that somebody else wrote: of the person it tells nothing."""
    if said.all_quoted and said.pasted:
        return True
    words = _plain(fact.own_words)
    lines = " ".join(_plain(line) for line in said.pasted)
    return bool(words.strip()) and words not in _plain(said.own) and words in lines


def _only_there(words: str, said: Parted) -> bool:
    """They stand in one quotation, and not among the person's own."""
    phrase, own = _plain(words), _plain(said.own)
    if not phrase.strip() or phrase in own:
        return False
    apart = not set(phrase.split()) & set(own.split())
    quotations = [_plain(quotation) for quotation in said.quoted]
    return any(phrase in there or (apart and set(phrase.split()) <= set(there.split())) for there in quotations)


def _plain(text: str) -> str:
    """With a space at both ends, so that only whole words are found in it."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "
