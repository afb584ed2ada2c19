"""LoCoMo's published file, as conversations of two with questions and the turns that answer them.

Its licence (CC BY-NC 4.0) lets us measure with it: it lies outside the repository, and no text of it is in here.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

CATEGORIES = {1: "several turns", 2: "time", 3: "world knowledge", 4: "one turn"}
ADVERSARIAL = 5
"""Questions that nothing in the conversation answers, though they are made to look like it."""
TURN_TAKES = timedelta(seconds=30)
BORROWED = 40
"""Questions that a conversation is asked of each other one: it has no answer to them."""
_SESSION = re.compile(r"session_(\d+)$")
_TURN = re.compile(r"D(\d+):0*(\d+)")


@dataclass(frozen=True, slots=True)
class Said:
    """A turn, with the caption of its picture if it has one, as the published evaluations read it."""

    by_first: bool
    text: str
    at: datetime
    begins_talk: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the numbers of the turns that answer it; none for one that nothing answers."""

    text: str
    category: int
    answers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Two people over months."""

    first: str
    second: str
    turns: tuple[Said, ...]
    questions: tuple[Asked, ...]
    adversarial: tuple[Asked, ...]

    def named(self, turn: Said) -> str:
        """With the speaker's name before it, as other systems are given it."""
        return f"{self.first if turn.by_first else self.second}: {turn.text}"


def read(path: Path) -> list[Conversation]:
    """All conversations of a file."""
    return [_conversation(given) for given in json.loads(path.read_text(encoding="utf-8"))]


def borrowed(conversations: Sequence[Conversation]) -> Iterator[tuple[int, str]]:
    """Which conversation is asked what that only another could answer, with the speakers' names of its own."""
    draw = Random(7)  # the same sample in every run
    for number, asked in enumerate(conversations):
        for other in conversations:
            if other is not asked:
                drawn = draw.sample(other.questions, min(BORROWED, len(other.questions)))
                yield from ((number, _renamed(question.text, other, asked)) for question in drawn)


def _renamed(text: str, of: Conversation, to: Conversation) -> str:
    text = re.sub(rf"\b{re.escape(of.first)}\b", to.first, text)
    return re.sub(rf"\b{re.escape(of.second)}\b", to.second, text)


def _conversation(given: dict[str, object]) -> Conversation:
    talk, questions = given["conversation"], given["qa"]
    assert isinstance(talk, dict)
    assert isinstance(questions, list)
    first, turns, numbers = str(talk["speaker_a"]), list[Said](), dict[str, int]()
    for session in _sessions(talk):
        at = datetime.strptime(talk[f"{session}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for place, turn in enumerate(talk[session]):
            numbers[_number(turn["dia_id"])[0]] = len(turns)
            when = at + place * TURN_TAKES
            turns.append(Said(turn["speaker"] == first, _text(turn), when, begins_talk=place == 0))
    asked = [_asked(question, numbers) for question in questions]
    return Conversation(
        first, str(talk["speaker_b"]), tuple(turns),
        tuple(one for one in asked if one.category != ADVERSARIAL and one.answers),
        tuple(one for one in asked if one.category == ADVERSARIAL),
    )  # fmt: skip


def _sessions(talk: dict[str, object]) -> list[str]:
    found = [(int(match[1]), name) for name in talk if (match := _SESSION.match(name)) and talk[name]]
    ordered = sorted(found)
    assert all(one < other for (one, _), (other, _) in pairwise(ordered))
    return [name for _, name in ordered]


def _text(turn: dict[str, str]) -> str:
    picture = turn.get("blip_caption")
    return f"{turn['text']} [shares {picture}]".strip() if picture else turn["text"]


def _number(given: str) -> list[str]:
    """The file writes some with zeros, and sometimes several in one."""
    return [f"{int(session)}:{int(turn)}" for session, turn in _TURN.findall(given)]


def _asked(question: dict[str, object], numbers: dict[str, int]) -> Asked:
    evidence = question.get("evidence") or []
    assert isinstance(evidence, list)
    known = {numbers[number] for given in evidence for number in _number(given) if number in numbers}
    return Asked(str(question["question"]), int(str(question["category"])), tuple(sorted(known)))
