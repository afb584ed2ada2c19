"""Parts a line into the person's own words and what they pasted or quoted; only the own words can ask for anything."""

import re
from dataclasses import dataclass

from shared.llm.offline.patterns import patterns

_P = patterns("own_words")

MOST = 4_000
"""Nothing longer can be said in one turn; whatever comes in by another way is cut before any pattern sees it."""

_TAGS = _P["tags"]
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n[ \n]*")
_FENCED = re.compile(r"```[^`]*(?:```|$)|###[^#]{1,2000}###|(?m:^---\n)[^-]{1,2000}\n---")
_QUOTES = _P["quotes"]
_VOICE = _P["voice"]
_OWN_VOICE = re.compile(r"^\W{0,6}(?:user|me|human|ich|yo)\W{0,3}: ?", re.IGNORECASE)
_ORDERS = _P["orders"]
_LETTER = _P["letter"]
_HANDS_OVER = _P["hands_over"]
_QUOTED_MARK = " “…” "
_TITLE_WORDS = 3
"""A quote of up to so many words is a name or a title, and belongs to the sentence that it stands in."""


@dataclass(frozen=True, slots=True)
class Parted:
    """A line as it was said, without invisible characters; the own words of it; and what was quoted."""

    text: str
    own: str
    quoted: tuple[str, ...] = ()

    @property
    def all_quoted(self) -> bool:
        """Nothing that the person says themself."""
        return bool(self.quoted) and not re.search(r"\w", self.own.replace(_QUOTED_MARK.strip(), ""))


def cleaned(text: str) -> str:
    """Without tag characters, which nobody sees and a reader would obey; runs of blanks are one."""
    visible = _TAGS.sub("", text[:MOST])
    return _BREAKS.sub("\n", _SPACES.sub(" ", visible)).strip()


def parted(text: str) -> Parted:
    """Whose words are whose."""
    text = cleaned(text)
    quoted: list[str] = []

    def take(found: re.Match[str]) -> str:
        if len(found[0].split()) <= _TITLE_WORDS and "\n" not in found[0]:
            return found[0]
        quoted.append(found[0].strip("`\"'“”„«»"))
        return _QUOTED_MARK

    own = _QUOTES.sub(take, _FENCED.sub(take, text))
    own = "\n".join(_own_lines(own.split("\n"), quoted))
    return Parted(text, _SPACES.sub(" ", own).strip(), tuple(quoted))


def _own_lines(lines: list[str], quoted: list[str]) -> list[str]:
    """Without what looks pasted: marked lines, others' turns, letters, and what was handed over with a colon."""
    kept: list[str] = []
    pasting = False
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        if last and pasting and (mine := _OWN_VOICE.match(line)):
            kept.append(line[mine.end() :])
        elif _pasted(line, number) or (pasting and not (last and _own_ending(line))):
            quoted.append(line)
            kept.append(_QUOTED_MARK.strip())
            pasting = True
        else:
            kept.append(line)
            handed_over = number == 0 and _HANDS_OVER.search(line) is not None
            pasting = handed_over and len(lines) > 1 and any(_ORDERS.search(later) for later in lines[1:])
    return kept


def _pasted(line: str, number: int) -> bool:
    return line.startswith((">", "|")) or _VOICE.search(line) is not None or (number > 0 and bool(_LETTER.search(line)))


def _own_ending(line: str) -> bool:
    """After something pasted a person comes back with a question or with themself."""
    return (
        line.rstrip().endswith("?")
        or re.search(
            r"^\W*(?:i|i'm|what|is|my|so|can|anyhow|anyway|ours|that's|ich|was|yo|qué|me)\b", line, re.IGNORECASE
        )
        is not None
    )
