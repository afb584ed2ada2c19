"""Where a sentence surely ends: not after an initial, an abbreviation or an ordinal, nor where no capital follows."""

import re
from itertools import pairwise

_SHORTEST_LAST_WORD = 2
_MOST = 280
_END = re.compile(
    r"(?P<word>[^\W_]{0,20})(?P<mark>[.!?…]+)[\"'»”\u2019)]*\s+(?=[\"'«„“\u2018¿¡(]*(?P<next>\w))|[。！？]+(?=.)",  # noqa: RUF001  # these end sentences
    re.DOTALL,
)
_ABBREVIATED = frozenset({
    *("ca", "dr", "etc", "fr", "hr", "jr", "mr", "mrs", "ms", "no", "nr", "prof", "resp", "sr"),
    *("sra", "srta", "st", "vs", "bzw", "evtl", "ggf", "usw", "vgl", "zb", "approx", "dept", "est", "ud", "uds"),
})  # fmt: skip
"""After these a full stop ends no sentence, even where a capital follows."""


def split_sentences(text: str) -> list[str]:
    """With the spaces after them; where it is not sure that one ends, it goes on."""
    ends = [found.end() for found in _END.finditer(text) if _surely_ends(found)]
    return [text[begins:ends] for begins, ends in pairwise([0, *ends, len(text)]) if text[begins:ends].strip()]


def finish_sentence(text: str) -> str:
    """With a capital and a full stop, and no longer than a card can show."""
    text = re.sub(r"\s+", " ", text).strip(" ,;:-–—.!…")  # noqa: RUF001  # dashes as people type them
    if len(text) > _MOST - 1:
        whole, space, _ = text[: _MOST - 2].rpartition(" ")
        text = whole.rstrip(",;: ") + "…" if space else ""  # within a word nothing is cut
    if not text:
        return ""
    ending = "" if text.endswith(("…", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{ending}"


def _surely_ends(found: "re.Match[str]") -> bool:
    word, following = found["word"], found["next"]
    if following is None:
        return True
    if following.islower():
        return False
    is_short = len(word) < _SHORTEST_LAST_WORD or word.isdecimal() or word.casefold() in _ABBREVIATED
    return found["mark"] != "." or not is_short
