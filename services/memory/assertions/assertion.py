"""The machine of an assertion's force: everything that moves one is in this file, and the docs draw it from `MOVES`."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from shared.contracts.assertions import About, Because, Force, Kind, Label, text_hash
from shared.contracts.errors import ForceError, StaleConfirmationError, StaleVersionError
from shared.contracts.operations import MemoryChange, Mentioned

HELD_FOR = timedelta(days=7)
"""From the first asking; what was never asked about waits longer."""
UNASKED_FOR = timedelta(days=90)


class Move(StrEnum):
    """What can be done to one assertion."""

    HOLD = "hold"
    WRITE = "write"
    IMPORT = "import"
    COMMIT = "commit"
    REOPEN = "reopen"
    REFINE = "refine"
    REJECT = "reject"
    EXPIRE = "expire"
    CORRECT = "correct"
    RETRACT = "retract"
    REPLACE = "replace"
    RESTORE = "restore"
    TOUCH = "touch"
    PIN = "pin"
    UNPIN = "unpin"
    IMPORTANCE = "importance"
    CATEGORY = "category"
    MOVE = "move"
    SOFT_DELETE = "soft_delete"
    KEEP = "keep"
    RESOLVE_THREAD = "resolve_thread"
    REOPEN_THREAD = "reopen_thread"
    EDIT_THREAD = "edit_thread"


class Actor(StrEnum):
    """Who did it."""

    PERSON = "person"
    COMPANION = "companion"
    SYSTEM = "system"


class Event(StrEnum):
    """What the history calls it."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    RESTORE = "RESTORE"
    LINK = "LINK"
    TTL = "TTL"
    ERASE = "ERASE"


MADE: MappingProxyType[Move, Force] = MappingProxyType(
    {Move.HOLD: Force.HELD, Move.IMPORT: Force.HELD, Move.WRITE: Force.COMMITTED}
)
"""How an assertion comes to be."""

MOVES: MappingProxyType[tuple[Force, Move], Force] = MappingProxyType(
    {
        (Force.HELD, Move.COMMIT): Force.COMMITTED,
        (Force.HELD, Move.REFINE): Force.HELD,
        (Force.HELD, Move.REJECT): Force.RETRACTED,
        (Force.HELD, Move.EXPIRE): Force.RETRACTED,
        (Force.COMMITTED, Move.CORRECT): Force.COMMITTED,
        (Force.COMMITTED, Move.REOPEN): Force.HELD,
        (Force.COMMITTED, Move.RETRACT): Force.RETRACTED,
        (Force.COMMITTED, Move.REPLACE): Force.RETRACTED,
    }
)
"""What may become of it. Restoring gives back the force it had; any other pair is refused."""

OF_THREADS = frozenset({Move.RESOLVE_THREAD, Move.REOPEN_THREAD, Move.EDIT_THREAD})
"""Done to something open that it names."""

IN_PLACE = OF_THREADS | {Move.TOUCH, Move.PIN, Move.UNPIN, Move.IMPORTANCE, Move.CATEGORY, Move.MOVE}
"""Leaves force and text as they are; for what is in use, not for what was taken back."""

SETTING_ASIDE = frozenset({Move.SOFT_DELETE, Move.KEEP})
"""The other axis, of what is committed: set aside because nobody touched it for long, and kept after all."""

SILENT = frozenset({Move.TOUCH})
"""Changes nothing that anybody is shown: no history, no revision."""

EVENTS: MappingProxyType[Move, Event] = MappingProxyType(
    {
        Move.HOLD: Event.ADD,
        Move.WRITE: Event.ADD,
        Move.IMPORT: Event.ADD,
        Move.REJECT: Event.DELETE,
        Move.RETRACT: Event.DELETE,
        Move.REPLACE: Event.DELETE,
        Move.EXPIRE: Event.TTL,
        Move.RESTORE: Event.RESTORE,
        Move.SOFT_DELETE: Event.TTL,
        Move.KEEP: Event.RESTORE,
    }
)


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an assertion comes from."""

    turn_id: UUID | None = None
    source_assertion_id: UUID | None = None
    source_engagement_id: UUID | None = None
    model: str = ""
    prompt_version: int = 0
    import_id: UUID | None = None


NOWHERE = Provenance()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """One thing that is known, or waits to be."""

    assertion_id: UUID
    engagement_id: UUID
    display_number: int
    kind: Kind
    category: str
    content: str
    own_words: str
    force: Force
    previous_force: Force | None = None
    reason: Because | None = None
    in_use: bool = True
    importance: int = 3
    sensitive: bool = False
    pinned: bool = False
    about: About = About.SELF
    label: Label = Label.STATED
    actor: Actor = Actor.COMPANION
    version: int = 1
    provenance: Provenance = NOWHERE
    replaces_id: UUID | None = None
    replaced_by_id: UUID | None = None
    """What it made room for, while it is gone because of that."""
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None = None
    asked_at: datetime | None = None
    """When the person was first asked about it."""
    access_count: int = 0
    last_accessed_at: datetime | None = None
    agent_id: str | None = None
    run_id: str | None = None
    purge_at: datetime | None = None
    """When it is erased, if it was set aside and nobody keeps it."""

    @property
    def text_hash(self) -> str:
        """What a confirmation must name."""
        return text_hash(self.content)

    @property
    def is_known(self) -> bool:
        """Committed and in use: the only ones that may be put in a prompt as known."""
        return self.force is Force.COMMITTED and self.in_use

    @property
    def listed_as(self) -> tuple[object, ...]:
        """What its entry in the index is made of: when none of it changes, the entry stays."""
        return self.is_known, self.content, self.own_words, self.kind, self.category, self.engagement_id

    def mentioned(self) -> Mentioned:
        """As a reply names it."""
        return Mentioned(assertion_id=self.assertion_id, display_number=self.display_number, content=self.content)

    def shown(self) -> MemoryChange:
        """As the doors show that it changed."""
        return MemoryChange(
            assertion_id=self.assertion_id,
            display_number=self.display_number,
            engagement_id=self.engagement_id,
            force=self.force.value,
            content=self.content,
            version=self.version,
            text_hash=self.text_hash,
        )


@dataclass(frozen=True, slots=True)
class Seen:
    """The version, and where a text was agreed to its hash, that somebody saw when they decided."""

    version: int
    text_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One assertion before and after a move: one row of its history."""

    move: Move
    before: Assertion | None
    after: Assertion
    actor: Actor
    decision: str | None = None
    """Which consent it rests on."""

    @property
    def event(self) -> Event:
        """What the history calls it."""
        return EVENTS.get(self.move, Event.UPDATE)


def require_move(assertion: Assertion, move: Move, seen: Seen | None) -> None:
    """Raises unless this may be done to what was seen."""
    if seen is not None:
        require_seen(assertion, seen)
    if not is_allowed(assertion, move):
        raise ForceError(move.value, assertion.force.value)


def require_seen(assertion: Assertion, seen: Seen) -> None:
    """Raises when it reads otherwise than it was seen."""
    if seen.version != assertion.version:
        raise StaleVersionError(assertion.version)
    if seen.text_hash is not None and seen.text_hash != assertion.text_hash:
        raise StaleConfirmationError


def is_allowed(assertion: Assertion, move: Move) -> bool:
    """Whether the machine lets this be done to an assertion that stands where it stands."""
    if move in SETTING_ASIDE:
        return assertion.force is Force.COMMITTED and (assertion.in_use or move is Move.KEEP)
    if move in IN_PLACE:
        return assertion.force is not Force.RETRACTED
    if move is Move.RESTORE:
        return assertion.force is Force.RETRACTED
    return (assertion.force, move) in MOVES


def move_assertion(  # noqa: PLR0913  # each is a fact of the move, and none has a place in another
    assertion: Assertion,
    move: Move,
    now: datetime,
    *,
    seen: Seen | None = None,
    content: str | None = None,
    own_words: str | None = None,
    because: Because | None = None,
) -> Assertion:
    """The assertion after a move that concerns its force or its text; refused where the table has no such move."""
    require_move(assertion, move, seen)
    force = _given_back(assertion) if move is Move.RESTORE else MOVES[assertion.force, move]
    taken_back = force is Force.RETRACTED
    return replace(
        assertion,
        force=force,
        previous_force=assertion.force if taken_back else None,
        reason=because if taken_back else None,
        content=assertion.content if content is None else content,
        own_words=assertion.own_words if own_words is None else own_words,
        replaces_id=None if force is Force.COMMITTED else assertion.replaces_id,
        replaced_by_id=None,
        version=assertion.version + 1,
        updated_at=now,
        expires_at=now + HELD_FOR if force is Force.HELD else None,
    )


def _given_back(assertion: Assertion) -> Force:
    """The force that it had; the database keeps one beside every retraction."""
    return assertion.previous_force or Force.HELD
