"""Whom he, she or they means: the last of the person's own people who was named before."""

import re

from shared.llm.offline.patterns import patterns

_P = patterns("whom")
_VERBS = {"'s": " is", "'re": " are", "'ve": " have", "'d": " would", "'ll": " will"}


def named(text: str, before: str) -> str:
    """The sentence with its first word named, when the message had named somebody whom it can mean."""
    pronoun = _P["pronoun"].match(text)
    if pronoun is None:
        return text
    for one in reversed(list(_P["named"].finditer(before))):
        if _can_be(pronoun["who"].lower(), one["who"]):
            if one["theirs"]:
                return text
            verb = pronoun["verb"] or ""
            name = re.sub(r" (?:called|named) ", " ", one["kin"])
            return f"Your {name}{_VERBS.get(verb, verb)}{text[pronoun.end() :]}"
    return text


def _can_be(pronoun: str, kin: str) -> bool:
    if pronoun == "they":
        return _P["many"].match(kin) is not None or not (_P["man"].match(kin) or _P["woman"].match(kin))
    if _P["many"].match(kin):
        return False
    return _P["woman" if pronoun == "he" else "man"].match(kin) is None
