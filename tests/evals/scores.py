"""What a reading is worth, beside what it should have been."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from deploy.training.labelled import Utterance
from shared.contracts.understanding import Continuation, Reading
from shared.embedding.embedder import vector_of
from shared.text.comparable import told_to_them
from shared.text.quotation import quotation_parts

SOFT = 0.8
SAME_MEANING = 0.75
_NOT = re.compile(
    r"\b(?:not|no|never|none|nothing|don't|doesn't|didn't|can't|isn't|aren't|won't|haven't|cannot|without|"
    r"nicht|kein\w*|nie|nunca|sin|ne|pas)\b",
    re.IGNORECASE,
)
_STANDS = {"replace": (2,), "both": (1, 2), "drop": (1,)}


@dataclass(frozen=True, slots=True)
class Scored:
    """One utterance with its reading."""

    one: Utterance
    reading: Reading
    ms: float

    @property
    def intent(self) -> str:
        """The best guess, also where the engine would rather ask."""
        asks = self.reading.clarification is not None and self.reading.alternatives
        return self.reading.alternatives[0] if asks else self.reading.intent

    @property
    def strict(self) -> bool:
        """The intent is the one label; of an answer, its kind and which items it means, too."""
        return self._answers if self.one.offered else self.intent == self.one.intent

    @property
    def lenient(self) -> bool:
        """A label that is as right counts."""
        return self._answers if self.one.offered else self.intent in {self.one.intent, *self.one.also}

    @property
    def _answers(self) -> bool:
        said, reading = self.one.answer, self.reading
        if said == "new":
            return reading.continuation is Continuation.TOPIC_SHIFT and self.intent == self.one.intent
        if said in _STANDS:
            plain = {"replace": Continuation.CONFIRM, "drop": Continuation.DECLINE}.get(said)
            return reading.continuation is plain or reading.selection == _STANDS[said]
        if said == "refine" and self.one.offered is not None and self.one.offered.kind in {"retract", "candidates"}:
            return bool(reading.personal_facts) and reading.intent == "remember_about_me"
        if said == "select":
            return reading.continuation is Continuation.SELECT and reading.selection == self.one.selection
        return reading.continuation.value == said


def facts(scored: Scored) -> tuple[str, ...]:
    """The facts that were read, where there should be some; a quotation as it would be told."""
    return tuple(told_to_them(fact.text) for fact in scored.reading.personal_facts)


def quotations(scored: Scored) -> int:
    """How many of them are the person's own words."""
    return sum(quotation_parts(fact.text)[1] is not None for fact in scored.reading.personal_facts)


def wants_facts(one: Utterance) -> bool:
    """Whether an utterance tells facts about the person."""
    return bool(one.gold) and (one.answer == "refine" or (one.intent == "remember_about_me" and one.answer != "refine"))


def exact(found: Sequence[str], gold: str) -> bool:
    """Word for word, apart from case, stops and contractions."""
    return any(_plain(text) == _plain(gold) for text in found)


def likeness(found: Sequence[str], gold: str) -> float:
    """The best F1 of words, by their beginnings."""
    return max((_f1(text, gold) for text in found), default=0.0)


def held(found: Sequence[str], gold: str) -> bool:
    """All that matters of the gold stands in one of the facts, which may say more; neither denies the other."""
    wanted = _beginnings(gold)
    return any(
        len(wanted & _beginnings(text)) >= SOFT * len(wanted) and bool(_NOT.search(text)) == bool(_NOT.search(gold))
        for text in found
    )


def _beginnings(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"\w+", _plain(text)) if len(word) > _SMALL_WORD}


_SMALL_WORD = 3


def meaning(found: Sequence[str], gold: str) -> float:
    """The best cosine; one that denies what the other says is far off."""
    vector = vector_of(gold)
    denied = bool(_NOT.search(gold))
    return max(
        (float(vector @ vector_of(text)) - 0.2 * (bool(_NOT.search(text)) != denied) for text in found), default=0.0
    )


def _plain(text: str) -> str:
    text = (
        text.lower()
        .replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        .replace("you are ", "you're ")
        .replace("you have ", "you've ")
    )
    return re.sub(r"[^\w' ]", "", text).strip()


def _f1(one: str, other: str) -> float:
    ours, theirs = (Counter(word[:6] for word in re.findall(r"\w+", _plain(text))) for text in (one, other))
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0
