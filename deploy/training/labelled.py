"""Reads the labelled utterances that the engine is trained on and scored with; docs/understanding.md has the format."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from shared.intents.card import load_cards
from shared.offline.reader import LINES

UTTERANCES = Path(__file__).with_name("utterances")

_HEAD = re.compile(
    r"\[(?P<offer>offer )?(?P<what>\w+)\] lang=(?P<language>\w\w) project=(?P<project>yes|no)( also=(?P<also>[\w,]+))?"
    r"(?P<marked> marked)?"
)
_BRACKETS = re.compile(r"\[\[|\]\]")
_MARK = re.compile(r"\[\[(?P<words>.+?)\]\]", re.DOTALL)
_ANSWER = re.compile(r"(?P<answer>confirm|decline|refine|select|replace|both|drop|new) ?(?P<more>[\w,]*): (?P<text>.+)")


@dataclass(frozen=True, slots=True)
class OfferShown:
    """What the companion had asked when an answer was given: the kind of offer and its facts as shown."""

    kind: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something that a person says, and what it means."""

    text: str
    intent: str
    language: str
    in_project: bool
    also: frozenset[str] = frozenset()
    gold: tuple[str, ...] = ()
    offered: OfferShown | None = None
    answer: str = ""
    """To what was offered: confirm, decline, refine, select, replace, both, drop; `new` when it is no answer."""
    selection: tuple[int, ...] = ()
    marks: tuple[tuple[int, int], ...] | None = None
    """Where in the text the words stand that tell something; None where nobody marked them."""


class UnreadableUtteranceError(Exception):
    """A line that does not follow the format; names the file and the line."""

    def __init__(self, path: Path, number: int, line: str) -> None:
        super().__init__(f"{path.name}:{number}: {line[:80]}")


def read_utterances(paths: Iterable[Path]) -> list[Utterance]:
    """All utterances of some files, in their order."""
    return [utterance for path in paths for utterance in _of_file(path)]


def training_files() -> list[Path]:
    """What the shipped weights are made from, beside the cards."""
    return sorted(UTTERANCES.glob("*.txt"))


def of_cards() -> list[Utterance]:
    """The examples that the cards name; what is a project's is said in one, everything else anywhere."""
    return [
        Utterance(example, card.name, "en", in_project)
        for card in load_cards().values()
        if card.name in LINES  # what is only asked for in so many words is not learnt
        for example in card.examples
        for in_project in ((True,) if "knowledge" in card.parameters else (False, True))
    ]


def taught_utterances() -> list[Utterance]:
    """All that the engine learns from."""
    return read_utterances(training_files()) + of_cards()


def digest_of_lessons() -> str:
    """Stands in the weights, so that a changed utterance or example shows until they are made anew."""
    files = [path.read_bytes() for path in training_files()]
    return hashlib.sha256(b"\n".join([*files, repr(of_cards()).encode()])).hexdigest()


def _of_file(path: Path) -> Iterator[Utterance]:
    head: re.Match[str] | None = None
    items: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        if opened := _HEAD.fullmatch(line):
            head, items = opened, []
        elif head is None:
            raise UnreadableUtteranceError(path, number, line)
        elif head["offer"] and line.startswith("? "):
            items.append(line[2:])
        else:
            read_line = _answer(line, head, tuple(items)) if head["offer"] else _single(line, head)
            if read_line is None:
                raise UnreadableUtteranceError(path, number, line)
            yield read_line


def _parts(line: str) -> tuple[str, tuple[str, ...]]:
    text, _, gold = line.partition(" => ")
    return text.replace("\\n", "\n"), tuple(part.strip() for part in gold.split(" ;; ") if part.strip())


def _single(line: str, head: re.Match[str]) -> Utterance | None:
    text, gold = _parts(line)
    also = frozenset((head["also"] or "").split(",")) - {""}
    text, marks = _unmarked(text) if head["marked"] else (text, None)
    if marks is not None and _BRACKETS.search(text):
        return None
    return Utterance(text, head["what"], head["language"], head["project"] == "yes", also, gold, marks=marks)


def _unmarked(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text without its brackets, and what stood in them."""
    bare, marks, end = "", list[tuple[int, int]](), 0
    for found in _MARK.finditer(text):
        bare += text[end : found.start()]
        marks.append((len(bare), len(bare) + len(found["words"])))
        bare, end = bare + found["words"], found.end()
    return bare + text[end:], tuple(marks)


def _answer(line: str, head: re.Match[str], items: tuple[str, ...]) -> Utterance | None:
    found = _ANSWER.fullmatch(line)
    if found is None or not items:
        return None
    text, gold = _parts(found["text"])
    answer, offered = found["answer"], OfferShown(head["what"], items)
    return Utterance(
        text,
        found["more"] if answer == "new" else intent_of_answer(head["what"], answer),
        head["language"],
        head["project"] == "yes",
        gold=gold,
        offered=offered,
        answer=answer,
        selection=tuple(map(int, found["more"].split(","))) if answer == "select" else (),
    )


def intent_of_answer(kind: str, answer: str) -> str:
    """What an answer means, named like the request that led to the offer; declining is conversation."""
    if answer == "decline":
        return "general_conversation"
    return {"retract": "forget_about_me", "candidates": "forget_about_me", "project_facts": "add_knowledge"}.get(
        kind, "remember_about_me"
    )
