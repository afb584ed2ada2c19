"""A statement of its own beside an offer: "I work at a bank" says nothing about an allergy, and is no answer."""

import re

from shared.embedding.embedder import vector_of
from shared.offline.facts.sentences import sentence
from shared.offline.filling import typed
from shared.offline.offered import OfferShown
from shared.offline.patterns import patterns
from shared.offline.refining import fit_of, uninverted
from shared.offline.stems import overlap

ASKED = frozenset({"remember", "cross_promote"})
"""The offers beside which people go on telling of themselves."""
KEPT_BY_A_YES = ASKED | {"project_facts"}
NEAR = 0.6
"""From so near in meaning on it may be a correction. What is taken for a fact of its own overwrites nothing."""
_PATTERNS = patterns("refining")
_SENTENCE = re.compile(r"\w+\W+\w+")


def is_of_its_own(answer: str, offered: OfferShown, language: str) -> bool:
    """Whether it orders or asks something, or tells another fact: nothing of that rewords what was offered."""
    if offered.kind in KEPT_BY_A_YES and _PATTERNS["commands"].search(answer):
        return True
    return speaks_of_else(answer, offered, language) or tells_one_more(answer, offered, language)


def tells_one_more(answer: str, offered: OfferShown, language: str) -> bool:
    """Of what there may be many: who speaks Polish may speak Arabic as well. A no before it makes it a correction."""
    fit = fit_of(answer, offered.items)
    if offered.kind not in ASKED or fit.led or fit.contrast or fit.limits or _PATTERNS["corrects"].search(answer):
        return False
    told = sentence(answer, language)
    return any(_of_one_form(told, item) for item in offered.items)


def _of_one_form(told: str, item: str) -> bool:
    """The same is said of two things that have no word in common."""
    one, other = (_PATTERNS["of_many"].match(text) for text in (told, item))
    if one is None or other is None or one[0].casefold() != other[0].casefold():
        return False
    rest = item[other.end() :]
    return bool(rest.strip(" .")) and overlap(told[one.end() :].lower(), rest) == 0


def speaks_of_else(answer: str, offered: OfferShown, language: str) -> bool:
    """Whether it tells something of the person that shares neither words nor meaning nor a slot with the offer."""
    of_themself = _PATTERNS.get(f"of_themself_{language}")
    answer = uninverted(_PATTERNS["in_passing"].sub("", answer, count=1))
    if offered.kind not in ASKED or of_themself is None or not of_themself.match(answer):
        return False
    if not _SENTENCE.search(answer) or "?" in answer or _PATTERNS["says_yes"].search(answer):
        return False
    fit = fit_of(answer, offered.items)
    if fit.led or fit.contrast or fit.limits or fit.by_place or _fills(answer, offered, language):
        return False
    told = sentence(answer, language)
    if any(overlap(told.lower(), item) > 0 for item in offered.items):
        return False
    vector = vector_of(told)
    near = max((float(vector @ vector_of(item)) for item in offered.items), default=0.0)
    return near < NEAR


def _fills(answer: str, offered: OfferShown, language: str) -> bool:
    """It has a day for a day, a number for a number; a name for a name only where not every noun looks like one."""
    found = (typed(answer, item) for item in offered.items)
    return any(slots is not None and (slots[0].kind != "name" or language != "de") for slots in found)
