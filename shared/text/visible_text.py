"""What a person sees of a text: without what nobody sees, and whether its letters only look alike."""

import re
import unicodedata

_NEVER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\U000e0000-\U000e007f]")
"""Controls but for tab and line breaks, lone surrogates, and tag characters, which hide words from the eye.

HTML stays as it is: it is text, and whatever shows it escapes it.
"""


def visible_text(text: str) -> str:
    """Without what no reader should get."""
    return _NEVER.sub("", text)


def clean_text(text: str, most: int) -> str:
    """The same, and no longer than that: cut at a word where there is one."""
    kept = visible_text(text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(kept) <= most:
        return kept
    room = kept[: most - 1]
    return (room.rsplit(" ", 1)[0] if " " in room else room).rstrip() + "…"


_WORD = re.compile(r"[^\W\d_]+")

_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})

_SIGNS = frozenset("\u00aa\u00b5\u00ba\u03bc\u03c0\u03a9")


def mixes_alphabets(text: str) -> bool:
    """Whether a word in it has letters of several alphabets that look alike."""
    return any(len(_alphabets(word)) > 1 for word in _WORD.findall(text))


def _alphabets(word: str) -> set[str]:
    if word.isascii():
        return {"LATIN"}
    named = {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter not in _SIGNS}
    return named & _ALIKE
