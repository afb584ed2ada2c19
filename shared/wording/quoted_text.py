"""Shows a person's text inside a sentence of ours, so that it can neither hide anything nor turn the sentence round."""

import unicodedata

from shared.text.quotation import quotation_parts
from shared.text.visible_text import visible_text
from shared.wording.phrases import Wording

_OPENERS = "\u2066\u2067\u2068"
_ISOLATE, _END = "\u2068", "\u2069"
_TURNING = frozenset({"R", "AL", "RLE", "RLO", "LRE", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"})


def isolate_text(text: str) -> str:
    """Alone in its direction of writing, where it has one of its own; every opener and closer in it finds a partner."""
    if not any(unicodedata.bidirectional(character) in _TURNING for character in text):
        return text
    opened = unmatched = 0
    for character in text:
        if character in _OPENERS:
            opened += 1
        elif character == _END:
            opened, unmatched = (opened - 1, unmatched) if opened else (0, unmatched + 1)
    return _ISOLATE * (1 + unmatched) + text + _END * (1 + opened)


def quote_text(text: str, speech: Wording) -> str:
    """In quotation marks; of a fact that is a quotation, the words alone, which are not quoted twice."""
    before, words = quotation_parts(text)
    if before and words is not None:
        return isolate_text(visible_text(text))
    return speech.quoted.format(text=isolate_text(visible_text(text if words is None else words)))


def texts_differ(one: str, other: str) -> bool:
    """Whether two texts say it in different words; case, spaces and the signs at the ends make no difference."""
    return _bare(one) != _bare(other)


_TURNED = {
    "i": "you", "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "am": "are", "was": "were",
    "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "im": "you're", "ive": "you've",
}  # fmt: skip


def is_only_turned(own: str, shown: str) -> bool:
    """Whether what is shown is the person's own words, said to them instead of by them, in English."""
    return _towards(own) == _towards(shown)


def _towards(text: str) -> list[str]:
    plain = _bare(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return [_TURNED.get(word, word) for word in plain.split()]


def _bare(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split()).strip(".!? ")
