"""The replaceable parts of a sentence, by what kind of thing they name: a number, a day, a month, somebody, a name."""

from dataclasses import dataclass

from shared.offline.patterns import patterns


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a sentence."""

    kind: str
    text: str
    start: int
    end: int


def slots_of(text: str) -> list[Slot]:
    """The parts in the order of how exactly their kind is known; no two overlap."""
    found: list[Slot] = []
    for name, pattern in patterns("slots").items():
        for part in pattern.finditer(text):
            if not any(part.start() < other.end and other.start < part.end() for other in found):
                found.append(Slot(name.removesuffix("_too"), part[0], part.start(), part.end()))
    return found


def of_others(one: str, other: str) -> bool:
    """The one names somebody of theirs, and the other somebody else."""
    kin = [{slot.text.casefold() for slot in slots_of(text) if slot.kind == "kin"} for text in (one, other)]
    return all(kin) and not kin[0] & kin[1]
