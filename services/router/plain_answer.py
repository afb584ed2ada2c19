"""Reads a line without a model, only to see whether it speaks against being a plain yes."""

import re
import tomllib
from functools import cache
from pathlib import Path

from services.router.phrases import folded
from shared.text.delete_orders import removals

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
LONGEST_PLAIN_YES = 25
"""Words; who says yes in more than these says something else besides."""
_AGREEING_NO = re.compile(
    r"\b(?:no problem|not at all|why not|no worries|wieso nicht|warum nicht|por que no|sin problema)\b"
)

_OF_OTHERS = re.compile(r"(?<!\bi )\b(?:says|said|dice|dijo|sagt|sagte)\b|[{}`]|<[!/|a-z]|^[ \t]{0,8}>", re.MULTILINE)
"""Somebody else's yes, or one that was pasted."""
_HIDDEN = re.compile("[\U000e0000-\U000e007f]")
"""Tag characters, which nobody sees: what they say was not said by the person."""


@cache
def _words() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("plain_answers.toml").read_text(encoding="utf-8")
    return {name: frozenset(listed.split()) for name, listed in tomllib.loads(text).items()}


def is_plain_yes(text: str) -> bool:
    """Whether it is a yes in so many words, and nothing else."""
    said = _WORD.findall(folded(text))
    return (
        bool(said) and said[0] in _words()["yes"] and all(word in _words()["yes"] | _words()["along"] for word in said)
    )


def speaks_against_yes(text: str) -> bool:
    """Whether there is a no, a condition or a question in it, or too much for a plain yes."""
    if _HIDDEN.search(text):
        return True
    plain = _AGREEING_NO.sub("", folded(text))
    said = _WORD.findall(plain)
    if len(said) > LONGEST_PLAIN_YES or plain.rstrip().endswith("?") or _OF_OTHERS.search(plain):
        return True
    return any(word in _words()["no"] or word in _words()["but"] for word in said)


def only_takes_leave(text: str) -> bool:
    """Whether it thanks or says goodbye, and nothing else: that is no answer."""
    said = _WORD.findall(folded(text))
    return not _words()["left"].isdisjoint(said) and all(word in _words()["leaving"] for word in said)


def only_says_not(text: str) -> bool:
    """Whether it begins with what is not meant and says nothing of what is: "not the Volvo"."""
    said = _WORD.findall(folded(text))
    meant = _words()["yes"] | _words()["but"] | _words()["rest"]
    return bool(said) and said[0] in _words()["no"] and meant.isdisjoint(said)


def speaks_against_keeping(text: str) -> bool:
    """Whether it orders that something goes, or calls it wrong, a joke or not yet decided."""
    return bool(removals(text)) or not _words()["unkept"].isdisjoint(_WORD.findall(folded(text)))
