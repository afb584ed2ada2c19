"""What may be done to memory by a turn, and the outcome of each.

A new kind of effect is a member here and a pure function in the domain that it belongs to.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import About, NearKnown
from shared.contracts.message import Message, Text
from shared.contracts.understanding import PersonalFact


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


# ---- offers ------------------------------------------------------------------------------------------------------


class OfferKind(StrEnum):
    """What a standing offer asks."""

    REMEMBER = "remember"
    RETRACT = "retract"
    CROSS_PROMOTE = "cross_promote"
    PROJECT_FACTS = "project_facts"
    MERGE = "merge"
    CLASH = "clash"
    CONSENT = "consent"
    CLOSING = "closing"
    """What a conversation meant; its one item is the memory that it would leave."""


CardFor = Literal["private_to_others", "said_by_others", "not_own_words"]


class OfferItem(Message):
    """One assertion of an offer, bound to the version and the text that were shown."""

    assertion_id: UUID
    display_number: int = 0
    version: int
    text_hash: str
    shown_text: Text
    own_words: Text = ""
    noted: datetime | None = None
    """When it was first told: a question about two statements names both days."""
    beside: NearKnown | None = None
    """A plain yes keeps both; the person may say that it takes the place of this one."""
    is_over: bool = False
    """The person said that it holds no longer: a yes takes it back, and refuses nothing."""
    delicate: bool = False
    """Something private stands in it."""
    whose: About = About.SELF
    """Whom it is about; what is private to somebody else is theirs."""
    card_for: CardFor | None = None
    """Why a yes in words is not enough for this one: it is agreed to on its card."""


class Offer(Message):
    """A companion turn that waits for a yes, a no or a refinement."""

    offer_id: UUID
    kind: OfferKind
    items: tuple[OfferItem, ...]
    """Of a clash: what is known, then what is new."""
    needs_choice: bool = False
    """Several were found and one is meant: a bare yes does not say which."""
    needs_control: bool = False
    """What was quoted, inferred or concerns somebody else's private matters: words are not enough, the card is."""
    never_again: bool = False
    """A yes to forgetting also keeps the meaning, to refuse it in future."""
    more: int = 0
    """How many further matches are not among the items."""
    asked_again: bool = False
    """What was said to it was no answer, and it was asked once more: it is not asked a third time."""
    awaits: UUID | None = None
    """Of this item the person was asked how it should read: their next line is its text."""
    takes_out: UUID | None = None
    """With a yes the newest line of this turn leaves the talk too."""

    @property
    def is_over(self) -> bool:
        """Whether it asks about what the person said holds no longer."""
        return all(item.is_over for item in self.items)

    @property
    def named(self) -> frozenset[UUID]:
        """All that it shows: its items, and what is known beside them."""
        near = (item.beside.assertion_id for item in self.items if item.beside is not None)
        return frozenset(item.assertion_id for item in self.items) | frozenset(near)


class Answer(StrEnum):
    """What the person says to an offer."""

    CONFIRM = "confirm"
    DECLINE = "decline"
    REFINE = "refine"
    SELECT = "select"


# ---- what the router orders --------------------------------------------------------------------------------------


class AnswerOffer(Message):
    """The person's line answers the standing offer."""

    kind: Literal["answer_offer"] = "answer_offer"
    offer_id: UUID
    answer: Answer
    selection: tuple[int, ...] = ()
    refined: tuple[PersonalFact, ...] = ()


class LeaveWaiting(Message):
    """The person's line was about something else: what was asked waits, and a plain yes no longer answers it."""

    kind: Literal["lapse_offer"] = "lapse_offer"
    offer_id: UUID


class AskAgain(Message):
    """The person's line was neither an answer nor anything else: the same is asked once more, in one sentence."""

    kind: Literal["ask_again"] = "ask_again"
    offer_id: UUID


class ShowWaiting(Message):
    """Show again what waits for the person's yes: what they name, or all of it."""

    kind: Literal["show_waiting"] = "show_waiting"
    description: Text = ""
    places: tuple[int, ...] = ()
    """Of the offer that was shown last, from 1, where they are named by their places."""
    everything: bool = False


class Remember(Message):
    """Hold facts about the person and ask."""

    kind: Literal["remember"] = "remember"
    facts: tuple[PersonalFact, ...]
    unread: tuple[Text, ...] = ()


class Forget(Message):
    """Find what a description means and ask before taking it back."""

    kind: Literal["forget"] = "forget"
    description: Text
    everything: bool = False
    never_again: bool = False


class AddKnowledge(Message):
    """Hold a statement about the project."""

    kind: Literal["add_knowledge"] = "add_knowledge"
    text: Text
    own_words: Text


class CorrectKnowledge(Message):
    """Hold a new text beside a project statement, or take one back when there is no new text."""

    kind: Literal["correct_knowledge"] = "correct_knowledge"
    target: Text
    text: Text | None
    own_words: Text


class KeepProjectFacts(Message):
    """Ask whether what waits in the project is to be kept."""

    kind: Literal["keep_project_facts"] = "keep_project_facts"


class TellOnly(Message):
    """Nothing is done: the reply says why, or where it is done."""

    kind: Literal["tell_only"] = "tell_only"
    code: Literal[
        "own_life",
        "anothers_life",
        "secret",
        "not_to_keep",
        "erase_by_hand",
        "see_why",
        "undo_by_hand",
        "pin_by_hand",
        "switch_by_hand",
        "project_by_hand",
        "known_then",
    ]


class LeaveOut(Message):
    """Parts of a line that are not done now: the reply names them in the person's words."""

    kind: Literal["leave_out"] = "leave_out"
    words: tuple[Text, ...]


class NoteCorrection(Message):
    """The person said that the turn before was misunderstood."""

    kind: Literal["note_correction"] = "note_correction"
    turn_id: UUID
    original: str
    corrected: str


class CloseConversation(Message):
    """The person wants to end the conversation: what it meant is drafted, and shown before anything is kept."""

    kind: Literal["close_conversation"] = "close_conversation"


class ResumeConversation(Message):
    """The person goes on talking in a conversation that was about to end: its draft is discarded."""

    kind: Literal["resume_conversation"] = "resume_conversation"


Operation = Annotated[
    AnswerOffer
    | LeaveWaiting
    | AskAgain
    | ShowWaiting
    | Remember
    | Forget
    | AddKnowledge
    | CorrectKnowledge
    | KeepProjectFacts
    | NoteCorrection
    | TellOnly
    | LeaveOut
    | CloseConversation
    | ResumeConversation,
    Field(discriminator="kind"),
]


# ---- what became of it -------------------------------------------------------------------------------------------


LINE_OUT, ASKS_LINE_OUT = "line_out", "asks_line_out"
"""The codes of what takes the person's line out of the talk too, and of the question before."""


class Mentioned(Message):
    """An assertion that a reply may have to name."""

    assertion_id: UUID
    display_number: int
    content: Text


class Outcome(Message):
    """What became of one operation."""

    kind: str
    done: bool
    action: Action = Action.NONE
    code: str | None = None
    """Why it was not done, for the reply and the doors: `no_personal_engagement`, `refused`, `incognito`, …"""
    mentioned: tuple[Mentioned, ...] = ()
    """What it concerned, as it reads now."""
    left: tuple[Text, ...] = ()
    """What was not taken, in the person's words."""
    waits: tuple[Text, ...] = ()
    """What is held beside what is asked about now, in the person's words."""
    more: int = 0


class MemoryChange(Message):
    """One assertion that a turn changed, as the doors show it."""

    assertion_id: UUID
    display_number: int
    engagement_id: UUID
    force: str
    content: Text
    version: int
    text_hash: str
