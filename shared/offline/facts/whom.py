"""Whom he, she or they means: the last of the person's own people who was named before."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.offline.patterns import patterns
from shared.text.patterns import APOSTROPHE

_P = patterns("whom")
_VERBS = {"'s": " is", "'re": " are", "'ve": " have", "'d": " would", "'ll": " will"}
_OF_ONE = {"are": "is", "have": "has", "do": "does", "don't": "doesn't", "aren't": "isn't", "haven't": "hasn't"}
_PLAIN = re.compile(
    r"(?:live|work|play|take|want|need|like|love|hate|eat|drink|speak|come|sleep|keep|cook|sing|run|call)"
)
_IS_MINE = re.compile(r"(?i)(?:he|she)(?:'s| is| was) your [\w-]+")
_NAMES = re.compile(r"(?<=[a-z,] )(?!I\b)[A-ZÀ-Þ]\w+(?:-\w+)*")
_MINE = re.compile(r"(?i)\b(?:my|our) ")
_ANY = re.compile(r"(?i)(?:an?|one|the) ")
_I = re.compile(r"(?i)\b(?:i|we)\b")
_IS = re.compile(r"(?i)(?:\b(?:is|was|are|were|be|being|became|as)|'s|'re|'m) $")
"""What somebody is: no other person."""
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
    place: int
    """Where they were named."""

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
    who = pronoun["who"].lower()
    one = _meant(who, before)
    if one is None:
        return text
    verb, rest = pronoun["verb"] or "", text[pronoun.end() :]
    if who == "they" and not _P["many"].match(one.who):
        verb, rest = {"'re": "'s"}.get(verb, verb), _of_one(rest, verb)
        verb = " has" if verb == "'ve" else verb
        if not rest:
            return text
    return f"Y{one.called[1:]}{_VERBS.get(verb, verb)}{rest}"


def _meant(pronoun: str, before: str) -> _Somebody | None:
    """The last one who can be meant; nobody, where that is somebody else's, or another in that sentence can be, too."""
    fitting = [one for one in _last_first(before) if _can_be(pronoun, one.who)]
    if not fitting or fitting[0].theirs:
        return None
    said = before.rstrip()
    sentence = len(said) - len(re.split(r"[.!?;]\s", said)[-1])
    others = [one for one in fitting[1:] if one.place >= sentence and one.called != fitting[0].called]
    surely = _is_surely(pronoun, fitting[0].who)
    if any(not surely or _is_surely(pronoun, other.who) for other in others):
        return None
    return fitting[0]


def _is_surely(pronoun: str, kin: str) -> bool:
    """The word for them says it: a daughter is she."""
    return _P[{"he": "man", "she": "woman"}.get(pronoun, "many")].match(kin) is not None


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
    introduced = list(_P["introduced"].finditer(plain))
    within = [
        _Somebody(one["who"].lower(), one["kin"], one["name"], theirs=False, place=one.start()) for one in introduced
    ]
    found = [
        _somebody(one)
        for one in _P["named"].finditer(plain)
        if not any(other.start() <= one.start() < other.end() for other in introduced)
        and (not one["role"] or _MINE.match(one[0]))
        and not (_ANY.match(one[0]) and _IS.search(plain[: one.start()]))
    ]
    yield from sorted([*found, *within], key=lambda one: -one.place)


def _somebody(found: re.Match[str]) -> _Somebody:
    name = found["name"] or found["name_"] or ""
    theirs = found["theirs"] is not None or (_ANY.match(found[0]) is not None and _is_another_ones(found))
    return _Somebody((found["who"] or "").lower(), found["kin"], name, theirs=theirs, place=found.start())


def _is_another_ones(found: re.Match[str]) -> bool:
    """A friend, of whom the sentence does not say that the person has one: "my son has a friend"."""
    before = re.split(r"[.!?;]\s", found.string[: found.start()])[-1]
    return before.strip() != "" and (_I.search(before) is None or _MINE.search(before) is not None)


def _can_be(pronoun: str, kin: str) -> bool:
    if pronoun == "they":
        return _P["many"].match(kin) is not None or not (_P["man"].match(kin) or _P["woman"].match(kin))
    if _P["many"].match(kin):
        return False
    return _P["woman" if pronoun == "he" else "man"].match(kin) is None
