"""Whom he, she or they means: the last of the person's own people who was named before."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.llm.offline.patterns import APOSTROPHE, patterns

_P = patterns("whom")
_VERBS = {"'s": " is", "'re": " are", "'ve": " have", "'d": " would", "'ll": " will"}
_OF_ONE = {"are": "is", "have": "has", "do": "does", "don't": "doesn't", "aren't": "isn't", "haven't": "hasn't"}
_PLAIN = re.compile(
    r"(?:live|work|play|take|want|need|like|love|hate|eat|drink|speak|come|sleep|keep|cook|sing|run|call)"
)
_IS_MINE = re.compile(r"(?i)(?:he|she)(?:'s| is| was) your [\w-]+")
_NAMES = re.compile(r"(?<=[a-z,] )(?!I\b)[A-ZÀ-Þ]\w+(?:-\w+)*")
_MINE = re.compile(r"(?i)(?:my|our) ")
_GOES_ON = re.compile(r" (?P<verb>[\w']+)")
_ALIKE = re.compile(r"(?:\w+ed|had|was|can|can't|will|won't|would|could|should|must|might|may|never|always|\w+ly)")
"""What one does and many do alike; behind an adverb the verb is not looked for."""


@dataclass(frozen=True, slots=True)
class _Somebody:
    """One of the person's people, as they were named."""

    who: str
    """What they are to the person; nothing where it is not among the known."""
    kin: str
    name: str
    theirs: bool
    """Somebody else's, of whom was spoken before."""

    @property
    def called(self) -> str:
        """To the person, in the middle of a sentence."""
        kin = f"{self.kin[:1].lower()}{self.kin[1:]}"
        many = _P["many"].match(self.who) is not None
        return f"your {kin}{f' {self.name}' if self.name and not many else ''}"


def named(text: str, before: str) -> str:
    """The sentence with its first word named, when the message had named somebody whom it can mean."""
    pronoun = _P["pronoun"].match(text)
    if pronoun is None:
        return text
    if _IS_MINE.match(text) and (names := _NAMES.findall(before)):
        return f"{names[-1]} is{text[pronoun.end() :]}" if pronoun["verb"] else f"{names[-1]}{text[pronoun.end() :]}"
    for one in _last_first(before):
        if _can_be(pronoun["who"].lower(), one.who):
            if one.theirs:
                return text
            verb, rest = pronoun["verb"] or "", text[pronoun.end() :]
            if pronoun["who"].lower() == "they" and not _P["many"].match(one.who):
                verb, rest = {"'re": "'s"}.get(verb, verb), _of_one(rest, verb)
                verb = " has" if verb == "'ve" else verb
                if not rest:
                    return text
            return f"Y{one.called[1:]}{_VERBS.get(verb, verb)}{rest}"
    return text


def together(said: str, before: str) -> str:
    """What two do with each other, said of "we": the other one is named."""
    we = _P["together"].match(said.replace(APOSTROPHE, "'"))
    other = next(_last_first(before), None)
    if we is None or other is None or other.theirs or not (other.name or other.who):
        return said
    return f"{other.called.replace('your', 'my', 1)} and I{said[we.end() :]}"


def _of_one(rest: str, verb: str) -> str:
    """What follows "they", of one; nothing, where that is not sure."""
    found = _GOES_ON.match(rest)
    if verb or found is None or _ALIKE.fullmatch(found["verb"]):
        return rest
    one = f"{found['verb']}s" if _PLAIN.fullmatch(found["verb"]) else _OF_ONE.get(found["verb"])
    return f" {one}{rest[found.end() :]}" if one else ""


def _last_first(before: str) -> Iterator[_Somebody]:
    plain = before.replace(APOSTROPHE, "'")
    all_named = _P["named"].finditer(plain)
    found = [(one.start(), _somebody(one)) for one in all_named if not one["role"] or _MINE.match(one[0])]
    introduced = list(_P["introduced"].finditer(plain))
    within = [(one.start(), _Somebody(one["who"].lower(), one["kin"], one["name"], theirs=False)) for one in introduced]
    free = [(place, one) for place, one in found if not any(i.start() <= place < i.end() for i in introduced)]
    yield from (one for _, one in sorted([*free, *within], key=lambda pair: -pair[0]))


def _somebody(found: re.Match[str]) -> _Somebody:
    name = found["name"] or found["name_"] or ""
    return _Somebody((found["who"] or "").lower(), found["kin"], name, theirs=found["theirs"] is not None)


def _can_be(pronoun: str, kin: str) -> bool:
    if pronoun == "they":
        return _P["many"].match(kin) is not None or not (_P["man"].match(kin) or _P["woman"].match(kin))
    if _P["many"].match(kin):
        return False
    return _P["woman" if pronoun == "he" else "man"].match(kin) is None
