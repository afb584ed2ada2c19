"""The one envelope of every answer: carried out, or refused with a sentence and, where that is why, how it stands."""

from typing import Generic, Literal, get_args

from shared.contracts.assertions import AssertionView
from shared.contracts.envelope import AnswerT
from shared.contracts.errors import HoldfastError, Saved
from shared.contracts.message import Message, Text
from shared.contracts.requests.conversations import ConversationView, TalkMemory, ThreadView

Current = AssertionView | ConversationView | TalkMemory | ThreadView
"""What a change may be refused for: that it stands otherwise by now."""


class Ok(Message, Generic[AnswerT]):
    """The request was carried out."""

    ok: Literal[True] = True
    answer: AnswerT


class Err(Message):
    """The request was refused; `saved` says whether anything came of it all the same."""

    ok: Literal[False] = False
    code: str
    detail: Text
    saved: Saved
    current: Current | None = None
    """What was to be changed, as it is now, when that is why it was refused."""

    @classmethod
    def of(cls, error: HoldfastError) -> "Err":
        """The error as it crosses the wire."""
        return cls(code=error.code, detail=str(error), saved=error.saved, current=current_of(error))


def current_of(error: HoldfastError) -> Current | None:
    """How it stands, where the refusal says so."""
    return error.current if isinstance(error.current, get_args(Current)) else None
