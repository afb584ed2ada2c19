"""How a conversation moves: one table, drawn by `make docs`; everything else is refused with a sentence."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from shared.contracts.requests.conversations import ConversationStatus


class ConversationStep(StrEnum):
    """What can happen to a conversation."""

    CLOSE = "close"
    RESUME = "resume"
    WRITE = "write"
    """A line that is neither an answer to the draft nor mere courtesy."""
    CONFIRM = "confirm"
    APPLIED = "applied"
    KEEP_NOTHING = "keep nothing"
    EXPIRE = "expire"
    """Nobody answered the draft in its days."""


ACTIVE, READY = ConversationStatus.ACTIVE, ConversationStatus.READY_TO_CLOSE
COMPRESSING, ARCHIVED = ConversationStatus.COMPRESSING, ConversationStatus.ARCHIVED

CONVERSATION_MOVES: Mapping[tuple[ConversationStatus, ConversationStep], ConversationStatus] = MappingProxyType(
    {
        (ACTIVE, ConversationStep.WRITE): ACTIVE,
        (ACTIVE, ConversationStep.CLOSE): READY,
        (READY, ConversationStep.RESUME): ACTIVE,
        (READY, ConversationStep.WRITE): ACTIVE,
        (READY, ConversationStep.CONFIRM): COMPRESSING,
        (READY, ConversationStep.KEEP_NOTHING): ARCHIVED,
        (READY, ConversationStep.EXPIRE): ARCHIVED,
        (COMPRESSING, ConversationStep.APPLIED): ARCHIVED,
    }
)
"""A conversation in which nothing of substance was said goes from active through ready to archived in one step."""
