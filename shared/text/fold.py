"""One form for what people write alike: without case, accents and the apostrophe of phones."""

import re
import unicodedata

_ACCENTS = re.compile("(?<=[a-z\u0370-\u03ff])[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i", "\u0451": "\u0435"}
)
"""What many keyboards lack."""


def fold_text(text: str) -> str:
    """The text so; letters of other scripts keep what belongs to them. A change here needs a new index of recall."""
    if text.isascii():
        return text.casefold()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold().replace("\u2019", "'")))
    return unicodedata.normalize("NFC", bare).translate(_LETTERS)
