"""The rules of what may stand in memory, checked before holding, so that what is shown is what is kept."""

import re
import unicodedata
from collections.abc import Iterator

from shared.contracts.assertions import Kind
from shared.contracts.errors import WritingRuleError
from shared.text.own_words import split_sentences

LONGEST = {
    Kind.FACT: 280,
    Kind.EPISODE: 280,
    Kind.INSIGHT: 280,
    Kind.NARRATIVE: 1_200,
    Kind.PROCEDURE: 4_000,
}

MOST_SENTENCES = {Kind.FACT: 2, Kind.EPISODE: 2, Kind.INSIGHT: 2, Kind.NARRATIVE: 4}
"""A procedure is counted in steps."""

_TAGS = re.compile("[\U000e0000-\U000e007f]")
_SPACES = re.compile(r"[ \t\r\f\v\u00a0]+")


def compose_text(text: str) -> str:
    """The one normalisation: composed letters, no hidden tag characters, single spaces, no space at the ends."""
    visible = unicodedata.normalize("NFC", _TAGS.sub("", text))  # in this order: a tag may stand between two letters
    return _SPACES.sub(" ", visible).strip()


def written_text(text: str, kind: Kind) -> str:
    """The text as it would be kept; raises with a sentence where it cannot be."""
    kept = compose_text(text)
    if not any(letter.isalnum() for letter in kept):
        raise WritingRuleError("There is nothing in this text that could be remembered.")
    if len(kept) > LONGEST[kind]:
        raise WritingRuleError(f"A {kind.value} can have {LONGEST[kind]} characters at most; this one has {len(kept)}.")
    if (most := MOST_SENTENCES.get(kind)) is not None and (said := len(split_sentences(kept))) > most:
        raise WritingRuleError(f"A {kind.value} can have {most} sentences at most; this one has {said}.")
    if kind is Kind.PROCEDURE:
        require_steps(kept)
    return kept


def shorten_text(text: str, kind: Kind) -> str:
    """A statement that came from a conversation: its first sentences, cut at a word where they are too long to keep."""
    kept = "".join(split_sentences(compose_text(text))[: MOST_SENTENCES.get(kind)]).rstrip()
    if len(kept) <= LONGEST[kind]:
        return kept
    whole, space, _ = kept[: LONGEST[kind] - 1].rpartition(" ")
    return f"{whole.rstrip()}…" if space else ""  # within a word nothing is cut: there is nothing to be kept


MOST_STEPS = 20
_STEP = re.compile(r"(\d{1,3})[.)]\s+(\S.*)")
_TELLING = re.compile(
    r"(?:i|you|he|she|we|they|it|there|one|ich|du|er|sie|ihr|wir|man|es|yo|tú|usted|él|ella|nosotros|ellos|se)\b|.*\?$",
    re.IGNORECASE,
)
"""How a sentence begins that tells or asks something instead of saying what to do."""

HOW = "like “1. Open the valve.”"


def require_steps(text: str) -> None:
    """Raises with a sentence that says how to write it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    steps = lines if _STEP.match(lines[0]) else lines[1:]
    if not steps:
        raise WritingRuleError(f"A procedure is numbered steps, each on a line of its own, {HOW}")
    if len(steps) > MOST_STEPS:
        raise WritingRuleError(f"A procedure can have {MOST_STEPS} steps at most; this one has {len(steps)}.")
    for number, said in enumerate(_said(steps), 1):
        if _TELLING.match(said):
            raise WritingRuleError(f"Step {number} must say what is to be done, {HOW}")


def _said(steps: list[str]) -> Iterator[str]:
    """The steps without their numbers, which count from one."""
    for number, line in enumerate(steps, 1):
        step = _STEP.match(line)
        if step is None or int(step[1]) != number:
            raise WritingRuleError(f"Step {number} must begin with its number, {HOW}")
        yield step[2]
