"""A no that goes on to say how it is corrects: "no, vegan", where "vegetarian" was offered."""

import re

from shared.embedding.embedder import vector_of
from shared.offline.facts.faithful import content, denies
from shared.offline.filling import typed
from shared.offline.patterns import patterns

_P = patterns("refining")
_FEW = 3
"""Words that can stand in the place of a part of a sentence."""
NEAR = 0.34
"""From this cosine on a word can stand where a word of the sentence stood; sorry and thanks are nowhere near."""
_WORD = re.compile(r"[^\W_]+")


def jokes(answer: str) -> bool:
    """They had not meant it."""
    return _P["joking"].match(answer) is not None


def counters(answer: str, items: tuple[str, ...], language: str) -> bool:
    """A no to the one offered fact that goes on to say how it is: "no, I cycle"."""
    if len(items) != 1:
        return False
    found = _P["counters"].match(answer)
    if found is not None and not _P["refuses"].search(found["rest"]) and content(found["rest"], language):
        return True
    if (now := _P["no_longer"].match(answer)) and content(now["rest"], language):
        return True
    if language == "de" and _P["no_noun"].match(answer):
        return True
    short = _P["no_and"].match(answer)
    return short is not None and _stands_there(short["rest"].strip(" .,!;"), items[0].rstrip(" ."), language)


def contradicted(answer: str, items: tuple[str, ...], language: str) -> str | None:
    """To a single fact that something is not: that it is, and what is said beside that."""
    if len(items) != 1 or not denies(items[0], language):
        return None
    found = _P["denied"].match(answer) or _P["denied_too"].match(answer)
    return found["rest"].strip(" .,!") if found else None


def _stands_there(rest: str, item: str, language: str) -> bool:
    """It is of the kind of a part of the sentence, near to one in meaning, or says of how much of it that is true."""
    if _P["refuses"].search(rest) or _P["here"].search(rest):
        return False
    if _P["only_some"].match(rest):
        return True
    words, said = _WORD.findall(rest), content(rest, language)
    if not said or len(words) > _FEW:
        return False
    found = typed(rest, item)
    names = language == "de" and found is not None and found[0].kind == "name"  # as every noun looks there
    if found is not None and not names and content(found[0].text, language) >= said:
        return True
    return near_to(rest, item, language)


def near_to(rest: str, item: str, language: str) -> bool:
    """A word of it is near in meaning to a word of the sentence."""
    said = content(rest, language)
    return max((_near(one, other) for one in said for other in _telling(item, language)), default=0.0) >= NEAR


def _near(one: str, other: str) -> float:
    return float(vector_of(one) @ vector_of(other)) if one != other else 0.0


def _telling(item: str, language: str) -> frozenset[str]:
    return frozenset(content(item, language))
