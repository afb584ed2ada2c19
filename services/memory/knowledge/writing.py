"""The rules of what may stand in memory, checked before holding, so that what is shown is what is kept."""

import re
import unicodedata
from itertools import pairwise

from services.memory.knowledge.steps import require_steps
from shared.assertions import Kind
from shared.errors import WritingRuleError

LONGEST = {
    Kind.FACT: 280,
    Kind.EPISODE: 280,
    Kind.INSIGHT: 280,
    Kind.NARRATIVE: 1_200,
    Kind.PROCEDURE: 4_000,
}
SHORTEST_LAST_WORD = 2
MOST_SENTENCES = {Kind.FACT: 2, Kind.EPISODE: 2, Kind.INSIGHT: 2, Kind.NARRATIVE: 4}
"""A procedure is counted in steps."""
_END = re.compile(
    r"(?P<word>[^\W_]{0,20})(?P<mark>[.!?…]+)[\"'»”\u2019)]*\s+(?=[\"'«„“\u2018¿¡(]*(?P<next>\w))|[。！？]+(?=.)",  # noqa: RUF001  # these end sentences
    re.DOTALL,
)
_ABBREVIATED = frozenset({
    *("ca", "dr", "etc", "fr", "hr", "jr", "mr", "mrs", "ms", "no", "nr", "prof", "resp", "sr"),
    *("sra", "srta", "st", "vs", "bzw", "evtl", "ggf", "usw", "vgl", "zb", "approx", "dept", "est", "ud", "uds"),
})  # fmt: skip
"""After these a full stop ends no sentence, even where a capital follows."""
_TAGS = re.compile("[\U000e0000-\U000e007f]")
_SPACES = re.compile(r"[ \t\r\f\v\u00a0]+")


def composed(text: str) -> str:
    """The one normalisation: composed letters, no hidden tag characters, single spaces, no space at the ends."""
    visible = unicodedata.normalize("NFC", _TAGS.sub("", text))  # in this order: a tag may stand between two letters
    return _SPACES.sub(" ", visible).strip()


def written(text: str, kind: Kind) -> str:
    """The text as it would be kept; raises with a sentence where it cannot be."""
    kept = composed(text)
    if not any(letter.isalnum() for letter in kept):
        raise WritingRuleError("There is nothing in this text that could be remembered.")
    if len(kept) > LONGEST[kind]:
        raise WritingRuleError(f"A {kind.value} can have {LONGEST[kind]} characters at most; this one has {len(kept)}.")
    if (most := MOST_SENTENCES.get(kind)) is not None and (said := len(sentences(kept))) > most:
        raise WritingRuleError(f"A {kind.value} can have {most} sentences at most; this one has {said}.")
    if kind is Kind.PROCEDURE:
        require_steps(kept)
    return kept


def shortened(text: str, kind: Kind) -> str:
    """A statement that came from a conversation: its first sentences, cut at a word where they are too long to keep."""
    kept = "".join(sentences(composed(text))[: MOST_SENTENCES.get(kind)]).rstrip()
    if len(kept) <= LONGEST[kind]:
        return kept
    whole, space, _ = kept[: LONGEST[kind] - 1].rpartition(" ")
    return f"{whole.rstrip()}…" if space else ""  # within a word nothing is cut: there is nothing to be kept


def sentences(text: str) -> list[str]:
    """With the spaces after them; where it is not sure that one ends, it goes on."""
    ends = [found.end() for found in _END.finditer(text) if _surely_ends(found)]
    return [text[begins:ends] for begins, ends in pairwise([0, *ends, len(text)]) if text[begins:ends].strip()]


def _surely_ends(found: "re.Match[str]") -> bool:
    """Not after an initial, an abbreviation or an ordinal, nor where no capital follows."""
    word, following = found["word"], found["next"]
    if following is None:
        return True
    if following.islower():
        return False
    is_short = len(word) < SHORTEST_LAST_WORD or word.isdecimal() or word.casefold() in _ABBREVIATED
    return found["mark"] != "." or not is_short
