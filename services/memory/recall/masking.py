"""What a model is not shown of the conversation: the words of whatever is not kept, or reads otherwise by now.

The person's line loses the words that told it; a reply that showed it is hidden whole, for prose may say it in any
words. What still occurs word for word anywhere else is hidden there as well.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from uuid import UUID

from shared.contracts.turns import NOT_KEPT, Exchange
from shared.text.secret_words import holds_secret

SHORTEST = 3
"""Shorter texts are not looked for elsewhere: they would be found in everything."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Words of one turn that tell something which is not known."""

    turn_id: UUID
    role: str
    words: str
    texts: tuple[str, ...]


def mask_history(history: Sequence[Exchange], hidden: Sequence[Hidden]) -> tuple[Exchange, ...]:
    """The history as a model may see it."""
    everywhere = _told_anywhere(hidden)
    return tuple(_masked(exchange, hidden, everywhere) for exchange in history)


def mask_notes(texts: Sequence[str], hidden: Sequence[Hidden]) -> tuple[str, ...]:
    """What else is noted of a turn, without those words; what holds a secret is left out."""
    everywhere = _told_anywhere(hidden)
    return tuple(reduce(hide_words, everywhere, text) for text in texts if not holds_secret(text))


def _told_anywhere(hidden: Sequence[Hidden]) -> list[str]:
    """The longest first."""
    texts = {text for h in hidden for text in (h.words, *h.texts) if len(text) >= SHORTEST}
    return sorted(texts, key=len, reverse=True)


def _masked(exchange: Exchange, hidden: Sequence[Hidden], everywhere: Sequence[str]) -> Exchange:
    mine = [h for h in hidden if h.turn_id == exchange.turn_id]
    said, replied = exchange.said, exchange.replied
    for words in dict.fromkeys(h.words for h in mine if h.role == "person"):
        left = hide_words(said, words)
        said = NOT_KEPT if left == said else left
    if mine:
        replied = NOT_KEPT
    if holds_secret(said):
        said = NOT_KEPT
    for text in everywhere:
        said, replied = hide_words(said, text), hide_words(replied, text)
    if (said, replied) == (exchange.said, exchange.replied):
        return exchange
    return exchange.model_copy(
        update={"said": said, "replied": replied, "asked": _masked_question(exchange, everywhere)}
    )


def _masked_question(exchange: Exchange, everywhere: Sequence[str]) -> str:
    """Masked as the reply is whose end it is."""
    return reduce(hide_words, everywhere, exchange.asked)


def hide_words(text: str, words: str) -> str:
    """The text with every occurrence of the words hidden, whatever their case and their full stop."""
    bare = words.strip().rstrip(".!?")
    if len(bare) < SHORTEST or bare.casefold() not in text.casefold():
        return text
    return _hiding(text, bare.casefold())


def _hiding(text: str, folded: str) -> str:
    """Looked for in the folded text, where one letter may have become two: "STRASSE" is "straße"."""
    letters = [letter.casefold() for letter in text]
    places = [place for place, parts in enumerate(letters) for _ in parts]
    shown, after = "", 0
    for found in re.finditer(re.escape(folded), "".join(letters)):
        shown += text[after : places[found.start()]] + NOT_KEPT
        after = places[found.end() - 1] + 1
    return shown + text[after:]
