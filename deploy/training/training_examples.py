"""What there is to learn in the labelled utterances: lines, and clauses that tell something of the person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deploy.training.labelled import OfferShown, Utterance
from shared.offline.facts.choosing import clauses_of
from shared.offline.reader import Pair, clause_input, line_input
from shared.text.comparable import content_words
from shared.text.own_words import Parted, part_words

HALF = 0.5
"""A clause tells something when so much of it comes back in a fact."""
A_THIRD = 3
"""One in so many is enough: of marked lines that tell something, read as lines too, and of talk, cut into clauses."""


@dataclass(frozen=True, slots=True)
class Example:
    """One thing to learn: for which task, from what, and which label is right."""

    task: str
    label: str
    given: Pair
    message: str
    """The whole of it: what belongs together is kept back together."""
    parted: Parted
    in_project: bool
    language: str
    offered: OfferShown | None = None
    also: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Marked:
    """A message in which somebody marked what tells something."""

    message: str
    marks: tuple[tuple[int, int], ...]

    def label(self, start: int) -> str:
        """Of the piece of a word that stands there."""
        mark = next((mark for mark in self.marks if mark[0] <= start < mark[1]), None)
        return "out" if mark is None else "begin" if start == mark[0] else "inside"


def marked_examples(utterances: Sequence[Utterance]) -> list[Marked]:
    """All of them."""
    return [Marked(one.text, one.marks) for one in utterances if one.marks is not None]


def line_examples(utterances: Sequence[Utterance]) -> list[Example]:
    """All of them."""
    found: list[Example] = []
    for number, one in enumerate(utterances):
        if one.marks and number % A_THIRD:
            continue
        said = part_words(one.text)
        if one.offered is None or one.answer == "new":
            given = line_input(said, in_project=one.in_project)
            setting = one.in_project, one.language, one.offered
            found.append(Example("line", one.intent, given, one.text, said, *setting, one.also))
            if one.marks is None:  # what they leave out as talk to the companion is often a wish
                found.extend(_clauses(one, said, number))
    return found


def _clauses(one: Utterance, said: Parted, number: int) -> Iterator[Example]:
    """Of talk and of project statements a third is enough to know that they tell nothing of the person."""
    personal = one.intent == "remember_about_me"
    others = one.intent in {"general_conversation", "add_knowledge"} and "remember_about_me" not in one.also
    if not (personal and one.gold) and not (others and number % A_THIRD == 0):
        return
    told = _content(" ".join(one.gold)) if personal else set[str]()
    for clause in clauses_of(said.own):
        words = _content(clause.text)
        label = "tells" if words and len(words & told) / len(words) >= HALF else "not"
        given = clause_input(clause.text, said.own)
        yield Example("clause", label, given, one.text, Parted(clause.text, clause.text), one.in_project, one.language)


def _content(text: str) -> set[str]:
    return {word[:5] for word in content_words(text)}
