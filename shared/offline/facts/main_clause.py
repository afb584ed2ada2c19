"""German: what hangs on "dass", as a sentence of its own: "dass ich vegan bin" is "ich bin vegan"."""

import re

from shared.offline.patterns import patterns, word_tables

_P = patterns("main_clause")
_STRONG = word_tables("de")["strong"]


def as_main(clause: str) -> str:
    """The clause with each verb behind its subject; unchanged where none is hung on "dass", or no verb is known."""
    hung = _P["hung"].match(clause)
    who = _P["who"].match(clause, hung.end()) if hung else None
    if who is None:
        return clause
    parts = _P["joint"].split(clause[who.end() :])
    first, joints, others = parts[0], parts[1::2], parts[2::2]
    while others and not _ends_in_its_verb(first, who[0]):
        first, joints, others = first + joints[0] + others[0], joints[1:], others[1:]
    if not _ends_in_its_verb(first, who[0]):
        return clause
    pieces = [_turned_round(who[0], first)]
    for place, (joint, other) in enumerate(zip(joints, others, strict=True)):
        said = _as_main_too(joint, other, who[0])
        if said is None:
            rest = (_with_comma(*both) for both in zip(joints[place:], others[place:], strict=True))
            return "".join([*pieces, *rest])
        pieces.append(said)
    return "".join(pieces)


def _with_comma(joint: str, other: str) -> str:
    return f"{joint if joint.strip() else ', '}{other}"


def _as_main_too(joint: str, other: str, who: str) -> str | None:
    """A further clause that hangs on the same word: with its own subject, or with that of the first."""
    own, bare = _P["who"].match(other), _THAT.sub("", joint)
    if bare != joint:
        own, joint = own or _OTHERS.match(other), bare
    if own and _P["beside"].match(joint) and _ends_in_its_verb(other[own.end() :], own[0]):
        return joint + _turned_round(own[0], other[own.end() :])
    if own is None and joint.strip(" ,") and _ends_in_its_verb(other, who):
        return joint + _turned_round("", f" {other}").strip()
    return None


def _ends_in_its_verb(text: str, who: str) -> bool:
    words = re.findall(r"\w+", text)
    if not words:
        return False
    return (_P["mine"] if who.lower() == "ich" else _P["others"]).fullmatch(words[-1]) is not None or (
        who.lower() == "ich" and words[-1] in _STRONG
    )


def _turned_round(who: str, text: str) -> str:
    """The verb from the end to its place behind the subject; what can be parted from it stays there."""
    found = re.fullmatch(r"(?s)(?P<rest>.*?)(?P<verb>\w+)(?P<mark>\W*)", text)
    if found is None:
        return who + text
    verb, prefix = _parted(found["verb"])
    words = (who, verb, found["rest"].strip(), prefix)
    return " ".join(word for word in words if word) + found["mark"]


def _parted(verb: str) -> tuple[str, str]:
    found = _SEPARABLE.match(verb) if patterns("german")["whole"].match(verb) is None else None
    return (found["verb"], found["prefix"]) if found else (verb, "")


_OTHERS = re.compile(r"(?i)(?:er|sie)(?= )")
_THAT = re.compile(r"(?i)dass?\s+$")
"""Und dass ich Lippen lese: of its own now."""
_SEPARABLE = patterns("german")["separable"]
