"""A talk as a model is shown it, and cut into stretches of whole turns. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.reflector.spoken_turns import SpokenTurn
from shared.text.visible_text import clean_text


@dataclass(frozen=True, slots=True)
class Room:
    """How much a model is shown at once, in characters."""

    window: int
    windows: int
    """Of a longer talk the last ones are read by the model, and what is before them by the offline form."""
    said: int
    replied: int
    whole: int
    """Of the talk as a whole."""


LARGE = Room(window=12_000, windows=24, said=4_000, replied=600, whole=24_000)
SMALL = Room(window=2_400, windows=8, said=1_000, replied=160, whole=3_600)
"""A small model reads some thirty words a second."""


def show_turn(spoken: SpokenTurn, room: Room) -> str:
    """One turn with its number; what the companion said is cut."""
    number = spoken.turn.number
    lines = [f"[{number}] PERSON: {_one_line(spoken.own, room.said)}"]
    if spoken.turn.replied:
        lines.append(f"[{number}] COMPANION: {_one_line(spoken.turn.replied, room.replied)}")
    return "\n".join(lines)


def _one_line(text: str, most: int) -> str:
    return clean_text(" ".join(text.split()), most)


def cut_windows(turns: Sequence[SpokenTurn], room: Room) -> list[tuple[SpokenTurn, ...]]:
    """Stretches of whole turns, each as long as there is room for; a turn longer than that stands alone."""
    windows: list[list[SpokenTurn]] = []
    left = 0
    for spoken in turns:
        length = len(show_turn(spoken, room))
        if not windows or length > left:
            windows.append([])
            left = room.window
        windows[-1].append(spoken)
        left -= length + 1
    return [tuple(window) for window in windows]


def show_talk(turns: Iterable[SpokenTurn], room: Room) -> str:
    """Those turns, one line for each thing said."""
    return "\n".join(show_turn(spoken, room) for spoken in turns)


def show_most(turns: Sequence[SpokenTurn], named: frozenset[object], room: Room) -> str:
    """As much of a whole talk as there is room for: first the turns that left something, then the last ones."""
    order = sorted(range(len(turns)), key=lambda place: (turns[place].turn.turn_id not in named, -place))
    chosen, left = set[int](), room.whole
    for place in order:
        left -= len(show_turn(turns[place], room)) + 1
        if left < 0:
            break
        chosen.add(place)
    return show_talk((turns[place] for place in sorted(chosen)), room)
