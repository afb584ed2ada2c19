"""What may be done to memory by a turn, and the outcome of each.

A new kind of effect is a member here and a pure function in the domain that it belongs to.
"""

from enum import StrEnum
from typing import Literal
from uuid import UUID

from shared.message import Message, Text


class Action(StrEnum):
    """What a turn did, in one word; the doors show it as `action`."""

    HELD = "held"
    COMMITTED = "committed"
    REFINED = "refined"
    REJECTED = "rejected"
    CORRECTED = "corrected"
    CONFIRM_RETRACTION = "confirm_retraction"
    RETRACTED = "retracted"
    AMBIGUOUS = "ambiguous"
    NO_MATCH = "no_match"
    RESTORED = "restored"
    ERASED = "erased"
    NOTED = "noted"
    ANSWERED = "answered"
    ASKED = "asked"
    KNOWN = "known"
    STUB = "stub"
    NONE = "none"
    ERROR = "error"


class OfferKind(StrEnum):
    """What a standing offer asks."""

    REMEMBER = "remember"
    RETRACT = "retract"
    CROSS_PROMOTE = "cross_promote"
    PROJECT_FACTS = "project_facts"
    MERGE = "merge"
    CLASH = "clash"
    CONSENT = "consent"


class OfferItem(Message):
    """One assertion of an offer, bound to the version and the text that were shown."""

    assertion_id: UUID
    version: int
    text_hash: str
    shown_text: Text


class Offer(Message):
    """A companion turn that waits for a yes, a no or a refinement."""

    offer_id: UUID
    kind: OfferKind
    items: tuple[OfferItem, ...]


class LapseOffer(Message):
    """The person's line was about something else: the standing offer no longer waits."""

    kind: Literal["lapse_offer"] = "lapse_offer"
    offer_id: UUID


Operation = LapseOffer


class Outcome(Message):
    """What became of one operation."""

    kind: str
    done: bool


class MemoryChange(Message):
    """One assertion that a turn changed, as the doors show it."""

    assertion_id: UUID
    display_number: int
    engagement_id: UUID
    force: str
    content: Text
    version: int
    text_hash: str
