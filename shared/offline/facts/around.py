"""Takes off a message what is only said around its facts; the ways of saying it are data, in around.toml."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared.offline.facts.passing import passes
from shared.offline.patterns import in_short
from shared.text.patterns import APOSTROPHE

MOST_LAYERS = 4
"""Nobody puts more around a fact; each layer is one pass over the patterns."""
_FACE = r"\s*[🀀-🫿☀-➿️]+\s*(?=\w)|(?<= [:;]\))\s+|(?<= [:;]-\))\s+|(?<= [:x]D)\s+"
_STOP = (
    re.compile(rf"((?<=[.!?…])\s+|{_FACE}|\s*\n\s*)"),
    re.compile(rf"((?<=[.!?…])(?<!\b\d\.)(?<!\b\d\d\.)\s+|{_FACE}|\s*\n\s*)"),
)
"""Between sentences; a face ends one too, and in German a number with a stop is the third or the sixth, and goes on."""
_AND_THAT = re.compile(r"(?i)\b(and|y) (?:that|que) (?=\w)")
"""What was asked about in two halves is two plain ones."""
_THAT_I = re.compile(r"(?i)\b(?:that|que)\W*$")
_AND_THAT_I = re.compile(r"(?i),? (?:and )?that (?=(?:i|i'm|i've|my|we|our)\b)|(?<= y) que(?= (?!no te\b|te\b)\w)")
"""Of what was announced as "that", the other halves are plain sentences as well."""
_GOES_ON = re.compile(r"(?:in|on|at|since|from|to|with|for|seit|im|am|ab|mit|für|desde|en|con|para) ")
"""When, where and with whom, said behind the question that told it: "did I say I'm getting married? in June"."""
_NEVER = r"(?!)"
_EDGE = r"[\s,;:.!–—-]*"  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class _Around:
    """What may stand around a fact in one language."""

    head: re.Pattern[str]
    ask: re.Pattern[str]
    tail: re.Pattern[str]
    whole: re.Pattern[str]
    within: re.Pattern[str]


@cache
def _around(language: str) -> _Around | None:
    table = tomllib.loads(Path(__file__).with_name("around.toml").read_text(encoding="utf-8")).get(language)
    if table is None:
        return None

    def any_of(name: str) -> str:
        return "|".join(f"(?:{in_short(pattern, language)})" for pattern in table.get(name, [_NEVER]))

    mark = rf"{_EDGE}[,;.!–—-]\s*"  # noqa: RUF001
    return _Around(
        head=re.compile(rf"(?i)^\W*{table['lead']}(?:{any_of('heads')})\b{_EDGE}(?:but\b{_EDGE})?(?=\S)"),
        ask=re.compile(rf"(?i)^\W*{table['lead']}(?:{any_of('asks')})\b{_EDGE}(?=\w)"),
        tail=re.compile(
            rf"(?i)(?:(?:(?<=\w)\s+|{mark})(?:{any_of('tails')})|(?:{mark}|\s+(?:so|and|also|und|y)\s+)(?:{any_of('orders')}))\W*$"
        ),
        whole=re.compile(rf"(?i)^\W*{table['lead']}(?:{any_of('whole')}|{any_of('tails')}|{any_of('orders')})?\W*$"),
        within=re.compile(rf"(?i){any_of('within')}"),
    )


def substance(own: str, language: str) -> str:
    """The message without the talk around its facts; all of it, when nothing else would be left."""
    around = _around(language)
    if around is None:
        return own
    plain = own.replace(APOSTROPHE, "'")
    pieces = _STOP[language == "de"].split(plain)
    sentences = list(zip(pieces[::2], [*pieces[1::2], ""], strict=True))
    kept = "".join(
        _stopped(_bare(piece, around), piece, gap, goes_on=_GOES_ON.match("".join(pieces[2 * place + 2 :])) is not None)
        for place, (piece, gap) in enumerate(sentences)
        if not _is_talk(piece, around) and not (place and _is_cried(piece, sentences[place - 1][0]))
    ).strip()
    if kept == plain.strip() or not re.search(r"\w", kept):
        return own
    return kept


def _is_talk(sentence: str, around: _Around) -> bool:
    """Nothing in it is a fact."""
    return around.whole.match(sentence) is not None or passes(sentence)


def _is_cried(sentence: str, before: str) -> bool:
    """One word of the sentence before, said again for its own sake: "I hate them. HATE."."""
    word = re.fullmatch(r"\W*(\w+)\W*", sentence)
    return word is not None and word[1].casefold() in re.findall(r"\w+", before.casefold())


def _bare(sentence: str, around: _Around) -> str:
    """One sentence without what leads it and what trails it; a question only where what asked it is gone."""
    text = sentence
    for _ in range(MOST_LAYERS):
        shorter = around.head.sub("", text, count=1)
        if shorter != text and _THAT_I.search(text[: len(text) - len(shorter)]):
            shorter = _AND_THAT_I.sub(lambda found: ", " if "that" in found[0].lower() else "", shorter)
        asked = around.ask.sub("", shorter, count=1)
        if asked != shorter:
            shorter = _AND_THAT.sub(r"\1 ", asked.rstrip("? "))
        shorter = around.within.sub("", around.tail.sub("", shorter, count=1))
        if shorter == text or not re.search(r"\w", shorter):
            break
        text = shorter
    return text


def _stopped(text: str, sentence: str, gap: str, *, goes_on: bool) -> str:
    """With a stop before the next sentence, where its own went with its end; a comma before what only goes on."""
    parted = text == sentence or not gap or text.endswith((".", "!", "?"))
    return f"{text}{'' if parted else ',' if goes_on else '.'}{gap}"
