"""What a correction makes of an offered fact, where that is sure; else the person's words about it."""

import re
from collections import Counter

from shared.embedding.embedder import vector_of
from shared.offline.facts.faithful import content, denies, faithful, flaws, leans, same_word, speaks_of_themself
from shared.offline.facts.sentences import turned_words
from shared.offline.facts.settling import quoted
from shared.offline.filling import typed, without_spelling
from shared.offline.patterns import patterns
from shared.offline.refining import is_clause, without_lead
from shared.offline.slots import slots_of
from shared.text.quotation import correction

_P = patterns("refining")
NEAR = 0.32
"""From this cosine on a short correction stands for the one word of the fact that it is nearest to."""
_WORD = re.compile(r"\w+")
_FEW = 3
_A_SENTENCE = 4
_REFUSES = re.compile(r"(?i)^\W*(?:no|nope|nah|nein|ne|nee|wrong|falsch|non|não|not true|stimmt nicht)\b")
_HAPPENED = re.compile(r"(?i)\b(?:any ?more|no longer|nicht mehr|ya no|plus maintenant)\b")
_TO = re.compile(r"(?i)(?:to|near|by|of|de|a|zu|bei|nach|an|auf)\b")
_ADDS = re.compile(r"(?i)^\W*(?:and|also|plus|as well as|und|auch|y|también|además)\b")
"""Said beside what is known, of which nothing is taken back."""
_ONLY = re.compile(
    r"(?i)\b(?:only|just|nur|solo|sólo) (?:(?:the|die|das|den|los|las|el|la) )?[\w-]+\W*$"
    r"|\b(?:ones|only|nur|solo|sólo)\W*$"
)
"""Of how much that is true is left open: "a shellfish allergy, only crab"."""
_BROKEN = _P["mixed_up"]
"""Where two sentences were put into each other."""
_LIMITED_TO = re.compile(r"(?i)\b(?:only|just|except|until|since|nur|außer|bis|seit|solo|sólo|salvo|hasta|desde)\b")


def amended(known: str, answer: str, text: str, language: str) -> str:
    """`text` is what the rules made of both; used only where it surely says what the person said."""
    return text if surely(known, answer, text, language) else _beside(known, answer, language)


def surely(known: str, answer: str, text: str, language: str) -> bool:
    """All that was said is in it, nothing was lost of what was known but what was taken back, and it can be read."""
    said = without_lead(answer)
    turned_round = _merely_denies(known, answer, text, language)
    if turned_round or (is_clause(said) and faithful(said, [text], language)):
        return not turned_round and _P["almost"].match(answer) is None  # else what is almost so would be lost
    fitting = typed(said, known)
    named = without_spelling(said)
    new, old = _parted(named if named.istitle() or (fitting and fitting[0].kind == "name") else said)
    if _says_something_else(known, answer, new, text, language) or _falls_apart(new, text, language):
        return False
    if set(flaws(text, language)) - set(flaws(known, language)) or _twice(known, new, text, language):
        return False
    if _missing(_behind(said), text, language) or (denies(new, language) and not denies(text, language)):
        return False
    if _missing(new, text, language) or _missing(text, f"{known} {new}", language) or _verbs(new):
        return False
    adds = _ADDS.match(answer) is not None and bool(_missing(known, text, language))
    return not adds and _gone_for_a_reason(known, new, old, text, language)


def _merely_denies(known: str, answer: str, text: str, language: str) -> bool:
    """I can, just badly: what they can is not in it."""
    if not denies(known, language):
        return False
    if _P["denied_too"].match(answer):
        return True
    nothing = len(_missing(known, text, language)) == len(content(known, language))
    return nothing and _P["denied"].match(answer) is not None


def _says_something_else(known: str, answer: str, new: str, text: str, language: str) -> bool:
    """It says what was known, of somebody else or something else, limits what is not so, or less than was said."""
    said = without_lead(answer)
    if (_P["almost"].match(answer) and is_clause(said)) or (_ONLY.search(said) and _ONLY.search(text)):
        return True
    limits_a_no = denies(known, language) and _LIMITED_TO.search(answer) is not None
    if patterns("joining")["it_is_another"].match(answer) or _of_others(known, answer):
        return True
    same = text.casefold() == known.casefold() or _of_another_gender(known, new, language)
    return same or limits_a_no or _of_somebody_else(known, new) or _another_noun(known, new, text, language)


def _of_somebody_else(known: str, new: str) -> bool:
    """No, my husband: of whom the whole of it is true, and nothing in it."""
    return any(slot.kind == "kin" for slot in slots_of(new)) and not any(slot.kind == "kin" for slot in slots_of(known))


def _another_noun(known: str, new: str, text: str, language: str) -> bool:
    """In German every noun looks like a name: it stands for another only when nothing but it was said."""
    fitting = typed(new, known)
    if language != "de" or fitting is None or fitting[0].kind != "name" or not _missing(known, text, language):
        return False
    return bool(_missing(new, fitting[0].text, language))


def _falls_apart(new: str, text: str, language: str) -> bool:
    """The new words cannot stand where they were put."""
    if _YES_OR_NO.search(new):
        return True
    return _begins_a_clause(new, language) or _BROKEN.search(text) is not None or _wedged(new, text, language)


def _begins_a_clause(new: str, language: str) -> bool:
    """Its first word is "I" or a verb of the person's, and a part of a sentence begins with neither."""
    first = new.partition(" ")[0]
    return _MINE.match(first) is None and turned_words(first, language).casefold() != first.casefold()


_YES_OR_NO = re.compile(r"(?i)\w (?:yes|no|yeah|nope|ja|nein|sí|si)\b(?! \w)")
"""This no, that yes: of two parts one is agreed to, and neither is a word of the sentence."""
_MINE = re.compile(r"(?i)(?:my|mine|our|ours|me|mein\w*|unser\w*|mich|mir|mis?|nuestr\w+|mí[oa]s?)$")


def _wedged(new: str, text: str, language: str) -> bool:
    """What is two things stands before the word that one was said of: "three at noon and one at night tablets"."""
    if _TWO_THINGS.search(new) is None:
        return False
    behind = text.casefold().rpartition(new.casefold().rsplit(" ", 1)[-1])[2]
    following = re.match(r" ([\w-]+)", behind)
    return following is not None and bool(content(following[1], language))


_TWO_THINGS = re.compile(r"(?i)\w (?:and|or|und|oder|y|o) \w")


def _parted(said: str) -> tuple[str, str]:
    """What is, and what is not."""
    found = _P["not"].match(said)
    return (found["new"] or found["new_"], found["old"] or found["old_"]) if found else (said, "")


def _behind(said: str) -> str:
    """What is said after "not that"."""
    new, old = _parted(said)
    return said[max(said.find(new) + len(new), said.find(old) + len(old)) :] if old else ""


def _missing(said: str, text: str, language: str) -> set[str]:
    """The words with a meaning that are not there in any form."""
    there = content(text, language)
    return {word for word in content(said, language) if not any(same_word(word, one) for one in there)}


def _twice(known: str, new: str, text: str, language: str) -> bool:
    """A word stands in it more often than it was said."""
    count = Counter(re.findall(r"\w+", text.casefold()))
    before = Counter(re.findall(r"\w+", f"{known} {new}".casefold()))
    most = Counter(re.findall(r"\w+", known.casefold())) | Counter(re.findall(r"\w+", new.casefold()))
    return any(
        times > most[word] and times > 1 and word in content(text, language)
        for word, times in count.items()
        if word in before
    )


def _verbs(new: str) -> bool:
    """It says something of something itself, and would stand as a sentence within a sentence."""
    return is_clause(new) or _VERB.search(new) is not None


_VERB = re.compile(
    r"(?i)\b(?:is|are|was|were|has|have|comes?|seats?|goes|does|lives|works|heißt|ist|sind|hat|kommt|lebt"
    r"|wohnt|arbeitet|wird|wurde|vive|trabaja|acab\w+|cumpl\w+|es|son|tiene|está)\b|'s\b"
    r"|^(?:no )?(?:lo|la|los|las) \w+[oéí]\W*$"
)


def _gone_for_a_reason(known: str, new: str, old: str, text: str, language: str) -> bool:
    gone = _missing(known, text, language)
    gone = {word for word in gone if not any(same_word(word, one) for one in re.findall(r"\w+", old.casefold()))}
    if not gone:
        return True
    fitting, verb = typed(new, known), _YOU_DO.match(known)
    unknown = old and not any(same_word(word, one) for word in _WORD.findall(old) for one in _WORD.findall(known))
    if unknown or (verb and verb["verb"].casefold() in gone) or _of_another_sort(known, new, gone):
        return False
    if fitting and sum(slot.kind == fitting[1].kind for slot in slots_of(known)) > 1 and fitting[1].kind != "name":
        return False
    if fitting and all(same_word(word, one) for word in gone for one in re.findall(r"\w+", fitting[1].text.casefold())):
        return _LIMITED_TO.match(new) is None or len(slots_of(new)) == 1
    if (
        len(gone) > 1
        or len(new.split()) > _FEW
        or _P["limits"].match(new)
        or _TO.match(new)
        or speaks_of_themself(new, language)
        or (not fitting and any(slot.kind != "name" for slot in slots_of(new)))  # a time for what is no time
    ):
        return False
    return float(vector_of(new) @ vector_of(next(iter(gone)))) >= NEAR


def _of_another_sort(known: str, new: str, gone: set[str]) -> bool:
    """When or where it is stands for what it is; what somebody is, for somebody."""
    where = _WHERE.match(new)
    if where and re.search(rf"(?i)\b{where[0]}\b", known) is None and not _WHERE.search(known.split(" ", 1)[1]):
        return True
    other = " ".join(gone)
    when = _WHEN.search(new) is not None and _WHEN.search(other) is None
    kin = any(slot.kind == "kin" for slot in slots_of(other)) and all(slot.kind != "kin" for slot in slots_of(new))
    return when or kin


def _of_others(known: str, answer: str) -> bool:
    """My parents: of whom nothing was said."""
    theirs = patterns("joining")["whose"].match(answer) is not None
    return theirs and all(slot.kind != "kin" for slot in slots_of(known))


def _of_another_gender(known: str, new: str, language: str) -> bool:
    """A father is no enfermera, and what he is has another ending."""
    said, shown = (next((slot.text for slot in slots_of(text) if slot.kind == "kin"), "") for text in (new, known))
    differs = (_HERS.fullmatch(said) is None) != (_HERS.fullmatch(shown) is None)
    return language == "es" and bool(said and shown) and differs and _HAS_AN_ENDING.search(known) is not None


_HERS = re.compile(r"(?i)madre|mujer|\w+a")
_HAS_AN_ENDING = re.compile(r"(?i)\b(?:es|está) .*\b\w+[oa]\W*$")


_WHERE = re.compile(r"(?i)\b(?:in|at|on|with|near|from|im|am|auf|bei|beim|mit|zur|zum|en|con|cerca)\b")
_WHEN = patterns("joining")["when"]
_YOU_DO = re.compile(r"(?:You|Du|Ihr|Tú) (?P<verb>[\w']+)")
"""What is done is no part of which another can stand in place."""


def _beside(known: str, answer: str, language: str) -> str:
    """What speaks against the whole of it stands alone; what says more or other of a part, with what it is about."""
    words = answer.strip()
    against = _REFUSES.match(words) or _HAPPENED.search(words)
    said = quoted(words, language)
    if leans(without_lead(words), language):
        against = None
    if against and is_clause(without_lead(words)) and len(words.split()) >= _A_SENTENCE:
        return said
    about = correction(known, " ".join(words.split()), language)
    return about if len(about) <= _MOST else said


_MOST = 280
