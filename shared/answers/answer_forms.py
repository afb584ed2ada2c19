"""What a line can be as an answer to an offer."""

from dataclasses import dataclass
from enum import StrEnum


class Says(StrEnum):
    """What an answer says."""

    YES = "yes"
    NO = "no"
    SOME = "some"
    """Of several, to which it is a yes, and to which a no; what it names neither way still waits."""
    WHICH = "which"
    """An answer that does not say which of them is meant, where one is."""
    CORRECTS = "corrects"
    """How it should read: what is corrected is not agreed to, and is shown again."""


@dataclass(frozen=True, slots=True)
class Rewording:
    """What a line says that a text should say instead, in the person's words."""

    words: str
    """Empty where they only say that it is not right."""
    instead_of: str = ""
    """What of the text they name as wrong."""
    is_limit: bool = False
    """A yes with a limit: it goes behind the whole of the text."""
    may_end: bool = False
    """Said so outright that the last thing of the text may give way to it."""
    is_text: bool = False
    """It is the whole text, as the person was asked for it."""
    place: int = 1
    """Of the offer's items, from 1, the one that it is about."""


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer that parsed as a whole."""

    says: Says
    yes: tuple[int, ...] = ()
    """Places of the offer's items, from 1, that the person agrees to; of a clash, those that are to stand."""
    no: tuple[int, ...] = ()
    correction: Rewording | None = None
    instead: bool = False
    """A yes to the new one alone: what is known beside it gives way."""
    lets_go: bool = False
    """Of the end of a conversation: nothing of it is to be kept, where a plain no only goes on talking."""
    further: str = ""
    """What is told behind a yes, in the person's words: a fact of its own."""
