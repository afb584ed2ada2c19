"""What the design says of a person's memory, said once more in plain dicts; no line of the product is used here.

`against…` gives the reasons against something; which of several is told is left open. The verbs then do it.
"""

from collections.abc import Hashable
from typing import NamedTuple

HELD, COMMITTED, RETRACTED = "held", "committed", "retracted"
DAYS_HELD = 7

NO_SUCH = "no such memory"
STALE = "it was changed since"
OTHER_TEXT = "it is not the text that was shown"
NOT_NOW = "it stands elsewhere"
NOT_KEEPABLE = "no text to keep"
REFUSED = "the person said no to it"


class Wording(NamedTuple):
    """Something that may be said, how it is to be kept, and what it means."""

    said: str
    kept: str | None
    meaning: str


WORDINGS = (
    Wording("You are allergic to shellfish.", "You are allergic to shellfish.", "shellfish"),
    Wording("  you're  ALLERGIC to the shellfishes ", "you're ALLERGIC to the shellfishes", "shellfish"),
    Wording("You are not allergic to shellfish.", "You are not allergic to shellfish.", "no shellfish"),
    Wording("You live in Miami.", "You live in Miami.", "Miami"),
    Wording("Te gusta el cafe\u0301.", "Te gusta el caf\u00e9.", "coffee"),
    Wording("te gusta cafe", "te gusta cafe", "coffee"),
    Wording("Du magst\U000e0041 Tee", "Du magst Tee", "tea"),
    Wording("x" * 280, "x" * 280, "x"),
    Wording("y" * 281, None, "too long"),
    Wording(" ?! ", None, "nothing"),
    Wording("\U000e0041\U000e0042", None, "invisible"),
)


class Glance(NamedTuple):
    """What somebody saw of a memory when they decided; no text where none is asked for."""

    version: int
    text: str | None


Key = Hashable
Memory = dict[str, object]


class ConsentModel:
    """All persons' memories, and what they said no to."""

    def __init__(self, places: dict[str, tuple[Key, ...]]) -> None:
        self.places = places
        self.memories: dict[Key, Memory] = {}
        self.last_number: dict[Key, int] = {place: 0 for theirs in places.values() for place in theirs}
        self.revision = dict.fromkeys(places, 0)
        self.refused: dict[str, set[str]] = {person: set() for person in places}
        self.today = 0

    # ---- what comes to be ----

    def against_making(self, person: str, wording: Wording, *, own_word: bool) -> set[str]:
        against = set() if wording.kept is not None else {NOT_KEEPABLE}
        return against if own_word or wording.meaning not in self.refused[person] else against | {REFUSED}

    def make(  # noqa: PLR0913  # what a memory begins with
        self, key: Key, person: str, place: Key, wording: Wording, instead_of: Key | None, *, force: str
    ) -> None:
        self.last_number[place] += 1
        self.memories[key] = {
            "person": person,
            "place": place,
            "number": self.last_number[place],
            "force": force,
            "had": None,
            "text": wording.kept,
            "meaning": wording.meaning,
            "version": 1,
            "pinned": False,
            "importance": 3,
            "aside": False,
            "until": self.today + DAYS_HELD if force == HELD else None,
            "instead_of": instead_of,
            "gone_for": None,
        }
        self.revision[person] += 1
        if force == COMMITTED:
            self.refused[person].discard(wording.meaning)

    # ---- what becomes of it ----

    def against(self, person: str, key: Key, glance: Glance | None, *forces: str) -> set[str]:
        """Why nothing may be done: somebody else's, changed meanwhile, or not standing where it could be done."""
        memory = self.memories.get(key)
        if memory is None or memory["person"] != person:
            return {NO_SUCH}
        reasons = {NOT_NOW} if memory["force"] not in forces else set()
        if glance is not None and glance.version != memory["version"]:
            reasons.add(STALE)
        if glance is not None and glance.text is not None and glance.text != memory["text"]:
            reasons.add(OTHER_TEXT)
        return reasons

    def confirm(self, *keys: Key) -> None:
        """The person's own yes, to one or to several at once; what they take the place of goes in the same step."""
        for key in keys:
            memory = self.memories[key]
            former = self.memories.get(memory["instead_of"])
            self._stand(memory, COMMITTED)
            self._reopen(memory)
            if former is not None and former["force"] == COMMITTED:
                self._stand(former, RETRACTED)
                former["gone_for"] = key
        self._count(self.memories[keys[0]])

    def take_yes_back(self, key: Key) -> Key | None:
        """It waits again; what went for it, and has not come back since, is there again and would go again."""
        memory = self.memories[key]
        former = next((other for other, m in self.memories.items() if m["gone_for"] == key), None)
        self._stand(memory, HELD)
        if former is not None:
            self._stand(self.memories[former], str(self.memories[former]["had"]))
            memory["instead_of"] = former
        self._count(memory)
        return former

    def reword(self, key: Key, wording: Wording) -> None:
        """Another text; what is held stays held, what is committed was corrected by the person's own hand."""
        memory = self.memories[key]
        memory["text"], memory["meaning"] = wording.kept, wording.meaning
        self._stand(memory, str(memory["force"]))
        if memory["force"] == COMMITTED:
            self._reopen(memory)
        self._count(memory)

    def take_back(self, key: Key, *, is_a_no: bool) -> None:
        memory = self.memories[key]
        self._stand(memory, RETRACTED)
        if is_a_no:
            self.refused[str(memory["person"])].add(str(memory["meaning"]))
        self._count(memory)

    def give_back(self, key: Key) -> None:
        memory = self.memories[key]
        self._stand(memory, str(memory["had"]))
        self._reopen(memory)
        self._count(memory)

    def note(self, key: Key, *, told: bool = True, **what: object) -> None:
        """Changes neither force nor text, and no version; what was set aside is in use again, which is told."""
        told = told or bool(self.memories[key]["aside"])
        self.memories[key].update({"aside": False, **what})
        if told:
            self._count(self.memories[key])

    def put_elsewhere(self, key: Key, place: Key) -> None:
        memory = self.memories[key]
        self.last_number[place] += 1
        memory.update(place=place, number=self.last_number[place], version=_int(memory["version"]) + 1, aside=False)
        self._count(memory)

    def against_setting_aside(self, key: Key) -> set[str]:
        return {NOT_NOW} if key in self.memories and self.memories[key]["aside"] else set()

    def set_aside(self, key: Key) -> None:
        """Nobody touched it for long; its version stays."""
        self.memories[key]["aside"] = True
        self._count(self.memories[key])

    def erase(self, key: Key) -> None:
        """For good; its number stays used."""
        del self.memories[key]
        for other in self.memories.values():
            for named in ("instead_of", "gone_for"):
                other[named] = None if other[named] == key else other[named]

    def waiting_alone(self, person: str) -> list[Key]:
        """What a person's one yes to everything can mean: no two of which one would go for the other."""
        held = [key for key, m in self.memories.items() if m["person"] == person and m["force"] == HELD]
        return [key for key in held if self.memories[key]["instead_of"] not in held]

    def overdue(self) -> list[Key]:
        return [key for key, m in self.memories.items() if m["until"] is not None and _int(m["until"]) < self.today]

    def _stand(self, memory: Memory, force: str) -> None:
        memory["had"] = memory["force"] if force == RETRACTED else None
        memory["force"], memory["aside"] = force, False
        memory["version"] = _int(memory["version"]) + 1
        memory["until"] = self.today + DAYS_HELD if force == HELD else None
        memory["gone_for"] = None
        if force == COMMITTED:
            memory["instead_of"] = None

    def _reopen(self, memory: Memory) -> None:
        self.refused[str(memory["person"])].discard(str(memory["meaning"]))

    def _count(self, memory: Memory) -> None:
        self.revision[str(memory["person"])] += 1


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
