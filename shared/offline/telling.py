"""Lines that ask for words of their own: of a loss, or for all that is known."""

from dataclasses import replace

from shared.offline.patterns import patterns
from shared.text.own_words import Parted, parted
from shared.text.patterns import APOSTROPHE

MOST = 400
"""Characters that are looked at."""


def tells_of_loss(text: str) -> bool:
    """Whether somebody died whom the person loved, or they lost what they live by."""
    return any(pattern.search(_lowered(text)) for pattern in patterns("loss").values())


def wonders(text: str) -> bool:
    """Whether it is a question, with its mark or without."""
    return text.rstrip().endswith("?") or patterns("wondering")["begins"].match(_lowered(text)) is not None


def only_answers(text: str) -> bool:
    """Whether it is an answer to something and tells nothing by itself: "sí", "yes please", "the second one"."""
    return patterns("answers")["only"].fullmatch(_lowered(text)) is not None


def asks_for_all(text: str) -> bool:
    """Whether it asks for everything that is known rather than for something."""
    return patterns("all")["everything"].search(_lowered(text)) is not None


def asks_for_all_here(text: str) -> bool:
    """The same, of the project that one is in."""
    return asks_for_all(text) and patterns("all")["here"].search(_lowered(text)) is not None


_ORDERS = {"en": "remember that", "de": "merk dir, dass", "es": "recuerda que"}


def as_an_order(said: Parted) -> Parted:
    """Can you remember that I …? It is asked for as a question, and orders to keep what is told."""
    found = patterns("ordering")["asks_to_keep"].match(said.own.replace(APOSTROPHE, "'"))
    if found is None:
        return said
    order = next(words for language, words in _ORDERS.items() if found[language])
    more = f".{found['more']}" if found["more"] else ""
    return replace(said, own=f"{order} {found['what']}{more}")


def orders_to_keep(own: str) -> bool:
    """Whether it orders to keep something of the person."""
    return patterns("ordering")["keeps"].match(own.replace(APOSTROPHE, "'")) is not None


def _lowered(text: str) -> str:
    return parted(text).own[:MOST].lower().replace(APOSTROPHE, "'")


def wants_of_answers(text: str) -> bool:
    """Whether it says how answers are to be from now on: "keep your replies short", "when I rant just listen"."""
    plain = _lowered(text)
    return "?" not in plain and any(pattern.search(plain) for pattern in patterns("answers_wanted").values())
