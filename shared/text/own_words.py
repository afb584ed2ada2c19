"""The person's own words in a line, apart from what is quoted or pasted, and where their sentences end."""

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from shared.text.pattern_files import load_patterns

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


_FILE = Path(__file__).with_suffix(".toml")
_P = load_patterns("own_words", _FILE)
_PASTED = load_patterns("pasted", _FILE)
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
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
_TURNS_OF_A_LOG = 2
_TITLE_WORDS = 3
"""A quote of up to so many words is a name or a title, and belongs to the sentence that it stands in."""


@dataclass(frozen=True, slots=True)
class Parted:
    """A line as it was said, without invisible characters; the own words of it; and what was quoted."""

    text: str
    own: str
    quoted: tuple[str, ...] = ()
    pasted: tuple[str, ...] = ()
    """Of that, whole lines that somebody else wrote: of a chat, a mail, or marked as quoted."""

    @property
    def all_quoted(self) -> bool:
        """Nothing that the person says themself."""
        return bool(self.quoted) and not re.search(r"\w", self.own.replace(_QUOTED_MARK.strip(), ""))

    @property
    def told(self) -> str:
        """The own sentences that quote nobody: "my sister wrote" tells of a quotation, and of nothing else."""
        if _QUOTED_MARK.strip() not in self.own:
            return self.own
        lines = (_SENTENCE_ENDS.split(line) for line in self.own.split("\n"))
        plain = (" ".join(one for one in line if _QUOTED_MARK.strip() not in one) for line in lines)
        return "\n".join(line for line in plain if line.strip()).strip()


def clean_line(text: str) -> str:
    """Without tag characters, which nobody sees and a reader would obey; runs of blanks are one."""
    visible = _TAGS.sub("", text[:MOST])
    return _BREAKS.sub("\n", _SPACES.sub(" ", visible)).strip()


def part_words(text: str) -> Parted:
    """Whose words are whose."""
    text = clean_line(text)
    quoted: list[str] = []

    def take(found: re.Match[str]) -> str:
        if len(found[0].split()) <= _TITLE_WORDS and "\n" not in found[0]:
            return found[0]
        quoted.append(found[0].strip("`\"'“”„«»"))
        return _QUOTED_MARK

    own = _QUOTES.sub(take, _FENCED.sub(take, text))
    inside = len(quoted)

    def hand_over(found: re.Match[str]) -> str:
        if not re.search(r"\w", found["text"].replace(_QUOTED_MARK.strip(), "")):
            return found[0]  # it was in quotation marks
        quoted.append(found["text"])
        return found["label"] + _QUOTED_MARK

    own = _P["handed"].sub(hand_over, own)
    own = "\n".join(_own_lines(own.split("\n"), quoted))
    return Parted(text, _SPACES.sub(" ", own).strip(), tuple(quoted), tuple(quoted[inside:]))


def _own_lines(lines: list[str], quoted: list[str]) -> list[str]:
    """Without what looks pasted: marked lines, others' turns, letters, and what was handed over with a colon."""
    kept: list[str] = []
    pasting = marked = False
    others = _turns_of_others(lines)
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        if last and pasting and _asks(line) and (mine := _OWN_VOICE.match(line)):
            kept.append(line[mine.end() :])
        elif _pasted(line, number) or number in others or (pasting and not (last and _own_ending(line, marked))):
            quoted.append(line)
            kept.append(_QUOTED_MARK.strip())
            pasting, marked = True, line.startswith(_MARKS)
        else:
            kept.append(line)
            handed_over = number == 0 and _HANDS_OVER.search(line) is not None
            pasting = handed_over and len(lines) > 1 and any(_ORDERS.search(later) for later in lines[1:])
            marked = False
    return kept


def _turns_of_others(lines: list[str]) -> set[int]:
    """The lines of a log of somebody's talk; one line alone is one only when it orders something."""
    stamped = {number for number, line in enumerate(lines) if _PASTED["stamped"].search(line)}
    return stamped | _turns_of_a_log(lines)


def _turns_of_a_log(lines: list[str]) -> set[int]:
    turns = {number: turn for number, line in enumerate(lines) if (turn := _PASTED["turn"].match(line))}
    turns = {number: turn for number, turn in turns.items() if not _PASTED["label"].match(turn["who"])}
    if len(turns) >= _TURNS_OF_A_LOG and any(_PASTED["speaks"].search(turn["said"]) for turn in turns.values()):
        return set(turns)
    return {number for number, turn in turns.items() if _ORDERS.search(turn["said"])}


_MARKS = (">", "|")


def _pasted(line: str, number: int) -> bool:
    signs = (_VOICE, _PASTED["machine"], _PASTED["header"], *((_LETTER,) if number > 0 else ()))
    return line.startswith(_MARKS) or any(sign.search(line) for sign in signs)


def _asks(line: str) -> bool:
    return line.rstrip().endswith("?")


def _own_ending(line: str, marked: bool) -> bool:  # noqa: FBT001  # how the paste before it looked
    """After something pasted a person comes back with a question or with themself.

    Where nothing marks the end of what was pasted, an order may still be part of it.
    """
    if _asks(line):
        return True
    return (marked or not _ORDERS.search(line)) and _COMES_BACK.match(line) is not None


_COMES_BACK = re.compile(
    r"^\W*(?:i|i'm|what|is|my|so|can|anyhow|anyway|ours|that's|ich|was|yo|qué|me)\b", re.IGNORECASE
)
