"""A person's assertions in hand: what an operation finds, and what it does to them. No table is read or written here.

Every way of writing memory leads through `Book`, so refusals and the switch "don't write" are checked in one place.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from uuid import UUID

from services.memory.assertions.assertion import (
    MADE,
    NOWHERE,
    UNASKED_FOR,
    Actor,
    Assertion,
    Change,
    Move,
    Provenance,
    Seen,
    move_assertion,
    require_move,
    require_seen,
)
from services.memory.assertions.consent import BY_HAND, AgreedBy, Consent
from services.memory.assertions.policy import category_of
from services.memory.assertions.refusal import Level, Refusal, digest_of, matching_refusals
from services.memory.assertions.writing_rules import written_text
from services.memory.store.rows import Vector
from shared.contracts.assertions import About, Because, Category, Force, Kind, Label
from shared.contracts.errors import AssertionNotFoundError, ConsentNeededError, RefusedMemoryError, WritingRuleError
from shared.contracts.ids import new_id
from shared.text.comparable import say_the_same

MOST_HELD_A_DAY = 50
YES_TAKEN_BACK = "their yes taken back by hand"
COMPANION = "supervisor"
"""The agent that the companion itself is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAssertion:
    """What is to be held, or written by hand."""

    engagement_id: UUID
    content: str
    own_words: str
    kind: Kind = Kind.FACT
    category: str = Category.KNOWLEDGE
    importance: int = 3
    sensitive: bool = False
    about: About = About.SELF
    label: Label = Label.STATED
    provenance: Provenance = NOWHERE
    replaces_id: UUID | None = None
    run_id: str | None = None
    held_for: timedelta = UNASKED_FOR


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a turn that tell an assertion."""

    assertion: Assertion
    role: str
    words: str


@dataclass
class Book:
    """The assertions that an operation may touch, and what it did to them so far."""

    personal_id: UUID | None
    now: datetime
    secret: bytes
    assertions: dict[UUID, Assertion] = field(default_factory=dict)
    numbers: dict[UUID, int] = field(default_factory=dict)
    """The last display number given out in each engagement."""
    refusals: tuple[Refusal, ...] = ()
    vectors: Mapping[str, Vector] = field(default_factory=dict)
    """The meaning of each text that this operation may write or look for."""
    near: Mapping[str, Sequence[tuple[UUID, float]]] = field(default_factory=dict)
    """For each such text the nearest stored assertions, by the cosine of their meanings."""
    looked_everywhere: bool = False
    """For those all engagements of the person were looked through."""
    held_today: int = 0
    left_out: int = 0
    """Rows among them that this release cannot read: nobody may take them for not there."""
    make_id: Callable[[], UUID] = new_id
    changes: list[Change] = field(default_factory=list)
    said: list[Mention] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    lifted: list[UUID] = field(default_factory=list)

    # ---- finding ----

    def get(self, assertion_id: UUID) -> Assertion:
        """One of them."""
        if assertion_id not in self.assertions:
            raise AssertionNotFoundError
        return self.assertions[assertion_id]

    def within(self, engagement_id: UUID, *forces: Force) -> list[Assertion]:
        """Those in use in one engagement, oldest first. Procedures have no part in talk."""
        return [a for a in self._spoken_of(engagement_id, *forces) if a.in_use]

    def told_within(self, engagement_id: UUID, *forces: Force) -> list[Assertion]:
        """The same without what conversations meant: that is reviewed by itself, and nobody told it in a line."""
        return [a for a in self.within(engagement_id, *forces) if a.kind is not Kind.NARRATIVE]

    def _spoken_of(self, engagement_id: UUID, *forces: Force) -> list[Assertion]:
        found = (a for a in self.assertions.values() if a.engagement_id == engagement_id and a.force in forces)
        talked = (a for a in found if a.kind is not Kind.PROCEDURE)
        return sorted(talked, key=lambda a: (a.created_at, a.display_number))

    def same_text(self, engagement_id: UUID, text: str) -> Assertion | None:
        """The held or committed one that says the same in nearly the same words, be it set aside."""
        candidates = self._spoken_of(engagement_id, Force.HELD, Force.COMMITTED)
        return next((a for a in candidates if say_the_same(a.content, text)), None)

    # ---- making ----

    def hold(self, new: NewAssertion, actor: Actor, *, spoken: bool) -> Assertion:
        """Holds it. What the person refused is let in only by their own saying it again, and waits for their yes."""
        text = written_text(new.content, new.kind)
        if not spoken and self._refusing(text):
            raise RefusedMemoryError
        return self._make(replace(new, content=text), Move.HOLD, actor, None)

    def write(self, new: NewAssertion, consent: Consent) -> Assertion:
        """Committed by the person; their own words lift what refused them, a draft that they agreed to does not."""
        text = written_text(new.content, new.kind)
        if new.label is not Label.INFERRED:
            self._lift(text)
        return self._make(replace(new, content=text), Move.WRITE, Actor.PERSON, consent.decision)

    def _make(self, new: NewAssertion, move: Move, actor: Actor, decision: str | None) -> Assertion:
        number = self.numbers.get(new.engagement_id, 0) + 1
        self.numbers[new.engagement_id] = number
        force = MADE[move]
        made = Assertion(
            assertion_id=self.make_id(),
            engagement_id=new.engagement_id,
            display_number=number,
            kind=new.kind,
            category=new.category,
            content=new.content,
            own_words=new.own_words,
            force=force,
            importance=new.importance,
            sensitive=new.sensitive,
            about=new.about,
            label=new.label,
            actor=actor,
            provenance=new.provenance,
            replaces_id=new.replaces_id,
            created_at=self.now,
            updated_at=self.now,
            expires_at=self.now + new.held_for if force is Force.HELD else None,
            agent_id=COMPANION if actor is Actor.COMPANION else None,
            run_id=new.run_id,
        )
        self.assertions[made.assertion_id] = made
        self.changes.append(Change(move, None, made, actor, decision))
        return made

    # ---- moving ----

    def commit(self, assertion_id: UUID, seen: Seen, consent: Consent) -> Assertion:
        """The person's yes to what they saw. What it takes the place of goes in the same breath."""
        held = self.get(assertion_id)
        require_move(held, Move.COMMIT, seen)
        if consent.by is AgreedBy.WORDS and held.label is not Label.STATED:
            raise ConsentNeededError  # what the person did not say themself, they agree to on the card
        decision = consent.decision
        former = self.assertions.get(held.replaces_id) if held.replaces_id else None
        committed = self._move(held, Move.COMMIT, seen=seen, decision=decision)
        self._lift(committed.content)
        if former is not None and former.force is Force.COMMITTED:
            self._make_room(former, committed, decision)
        return committed

    def _make_room(self, former: Assertion, new: Assertion, decision: str) -> Assertion:
        gone = move_assertion(former, Move.REPLACE, self.now, because=Because.REPLACED)
        gone = replace(gone, replaced_by_id=new.assertion_id)
        return self._put(Move.REPLACE, former, gone, Actor.PERSON, decision)

    def refine(self, assertion_id: UUID, seen: Seen, text: str, own_words: str) -> Assertion:
        """Another text for what is held; it stays held."""
        held = self.get(assertion_id)
        return self._move(held, Move.REFINE, seen=seen, content=written_text(text, held.kind), own_words=own_words)

    def correct(self, assertion_id: UUID, seen: Seen, text: str) -> Assertion:
        """Another text for what is committed, by the person's own hand, which lifts whatever refused it."""
        known = self.get(assertion_id)
        content, decision = written_text(text, known.kind), BY_HAND.decision
        corrected = self._move(known, Move.CORRECT, seen=seen, content=content, own_words=text, decision=decision)
        self._lift(corrected.content)
        return corrected

    def reject(self, assertion_id: UUID, seen: Seen, because: Because, level: Level | None) -> Assertion:
        """The person's no to what is held."""
        gone = self._move(self.get(assertion_id), Move.REJECT, seen=seen, because=because)
        self._refuse(gone.content, level)
        return gone

    def retract(
        self, assertion_id: UUID, seen: Seen, level: Level, *, because: Because = Because.FORGOTTEN
    ) -> Assertion:
        """Takes back what is committed, or drops what is held; what was refused before stays refused."""
        found = self.get(assertion_id)
        if found.force is Force.HELD:
            return self.reject(assertion_id, seen, because, level)
        gone = self._move(found, Move.RETRACT, seen=seen, because=because)
        self._refuse(gone.content, level)
        return gone

    def end(self, assertion_id: UUID, seen: Seen) -> Assertion:
        """The person says that it holds no longer: it belongs to what was, and nothing is refused."""
        return self._move(self.get(assertion_id), Move.RETRACT, seen=seen, because=Because.REPLACED)

    def give_way(self, assertion_id: UUID, seen: Seen, new_id: UUID) -> Assertion:
        """By the person's own hand another one, known as well, takes its place."""
        known, new = self.get(assertion_id), self.get(new_id)
        require_move(known, Move.REPLACE, seen)
        if not new.is_known or new.engagement_id != known.engagement_id or new is known:
            raise AssertionNotFoundError
        return self._make_room(known, new, BY_HAND.decision)

    def retract_known(self, assertion_id: UUID, seen: Seen, level: Level) -> Assertion:
        """Takes back what is committed; of what is held this is no word."""
        require_move(self.get(assertion_id), Move.RETRACT, seen)
        return self.retract(assertion_id, seen, level)

    def require_seen(self, assertion_id: UUID, seen: Seen) -> None:
        """Raises when it reads otherwise than it was seen."""
        require_seen(self.get(assertion_id), seen)

    def expire(self, assertion_id: UUID) -> Assertion:
        """Nobody confirmed it in time."""
        return self._move(self.get(assertion_id), Move.EXPIRE, because=Because.NOT_CONFIRMED, actor=Actor.SYSTEM)

    def restore(self, assertion_id: UUID, seen: Seen) -> Assertion:
        """Gives back what was taken back: the force that it had, and the person's own wish lifts what refused it."""
        if not self.get(assertion_id).in_use:
            return self.keep(assertion_id, seen)
        back = self._move(self.get(assertion_id), Move.RESTORE, seen=seen, decision="restored by hand")
        self._lift(back.content)
        return back

    def reopen(self, assertion_id: UUID, seen: Seen) -> Assertion:
        """The person takes their yes back: it waits again, and what it had taken the place of is back."""
        known = self.get(assertion_id)
        after = move_assertion(known, Move.REOPEN, self.now, seen=seen)
        former = next((a for a in self.assertions.values() if a.replaced_by_id == assertion_id), None)
        if former is not None:
            self._move(former, Move.RESTORE, decision=YES_TAKEN_BACK)
            after = replace(after, replaces_id=former.assertion_id)
        return self._put(Move.REOPEN, known, after, Actor.PERSON, YES_TAKEN_BACK)

    def soft_delete(self, assertion_id: UUID, purge_at: datetime) -> Assertion:
        """Sets it aside, because nobody touched it for long: out of every answer, until the person keeps it."""
        found = self.get(assertion_id)
        require_move(found, Move.SOFT_DELETE, None)
        aside = replace(found, in_use=False, purge_at=purge_at)
        return self._put(Move.SOFT_DELETE, found, aside, Actor.SYSTEM)

    def keep(self, assertion_id: UUID, seen: Seen) -> Assertion:
        """The person wants to keep it: what was set aside is in use again, and all of it counts as touched now."""
        found = self.get(assertion_id)
        require_move(found, Move.KEEP, seen)
        kept = replace(found, last_accessed_at=self.now)
        return self._put(Move.TOUCH if found.in_use else Move.KEEP, found, kept, Actor.PERSON, "by hand")

    def touch(self, assertion_id: UUID) -> Assertion:
        """It was said again: noted on it, and nothing else changes; but what was set aside is in use again."""
        known = self.get(assertion_id)
        move = Move.TOUCH if known.in_use else Move.KEEP
        require_move(known, move, None)
        touched = replace(known, access_count=known.access_count + 1, last_accessed_at=self.now)
        return self._put(move, known, touched, Actor.PERSON)

    def pin(self, assertion_id: UUID, seen: Seen, *, pinned: bool) -> Assertion:
        """Never left out for want of room, never forgotten for age; or no longer so."""
        found = self.get(assertion_id)
        move = Move.PIN if pinned else Move.UNPIN
        require_move(found, move, seen)
        return self._put(move, found, replace(found, pinned=pinned, last_accessed_at=self.now), Actor.PERSON)

    def note_thread(self, assertion_id: UUID, move: Move) -> Assertion:
        """That something open which it names was settled, opened again or worded anew by the person's hand."""
        found = self.get(assertion_id)
        require_move(found, move, None)
        return self._put(move, found, replace(found, last_accessed_at=self.now), Actor.PERSON)

    def weigh(self, assertion_id: UUID, seen: Seen, importance: int) -> Assertion:
        """How much it matters, by the person's word."""
        found = self.get(assertion_id)
        require_move(found, Move.IMPORTANCE, seen)
        weighed = replace(found, importance=importance, last_accessed_at=self.now)
        return self._put(Move.IMPORTANCE, found, weighed, Actor.PERSON)

    def sort_under(self, assertion_id: UUID, seen: Seen, category: str) -> Assertion:
        """What it is about, by the person's word; what is of health stays there, where more care is taken."""
        found = self.get(assertion_id)
        require_move(found, Move.CATEGORY, seen)
        if category_of(found.content, category) != category:
            raise WritingRuleError("This is about health, and health is treated with more care: it stays there.")
        return self._put(
            Move.CATEGORY, found, replace(found, category=category, last_accessed_at=self.now), Actor.PERSON
        )

    def move_to(self, assertion_id: UUID, seen: Seen, engagement_id: UUID) -> Assertion:
        """Into another engagement, under a new number there."""
        found = self.get(assertion_id)
        require_move(found, Move.MOVE, seen)
        return self._put(Move.MOVE, found, self._there(found, engagement_id), Actor.PERSON)

    def carry_to(self, assertion_id: UUID, engagement_id: UUID, decision: str) -> Assertion:
        """The same, because its own engagement goes: whatever its force, and no use of it."""
        found = self.get(assertion_id)
        there = self._there(found, engagement_id)
        if found.force is Force.RETRACTED:  # since when it is no longer valid stays as it was
            there = replace(there, updated_at=found.updated_at)
        return self._put(Move.MOVE, found, there, Actor.PERSON, decision, uses=False)

    def _there(self, found: Assertion, engagement_id: UUID) -> Assertion:
        number = self.numbers.get(engagement_id, 0) + 1
        self.numbers[engagement_id] = number
        return replace(
            found, engagement_id=engagement_id, display_number=number, version=found.version + 1, updated_at=self.now
        )

    def keep_beside(self, assertion_id: UUID) -> None:
        """It is not to take the place of anything: both stay."""
        found = self.get(assertion_id)
        self._put(Move.TOUCH, found, replace(found, replaces_id=None), Actor.PERSON)

    def set_against(self, assertion_id: UUID, known_id: UUID) -> Assertion:
        """It cannot be meant beside something known, whose place it would take if the person says so."""
        found = self.get(assertion_id)
        return self._put(Move.TOUCH, found, replace(found, replaces_id=known_id), Actor.PERSON)

    # ---- telling ----

    def spoke(self, assertion: Assertion, words: str) -> None:
        """These words of the person tell it."""
        self.said.append(Mention(assertion, "person", words))

    def showed(self, assertion: Assertion) -> None:
        """The companion's reply shows it as it reads now."""
        self.said.append(Mention(assertion, "companion", assertion.content))

    def changed(self, before: int = 0) -> tuple[Assertion, ...]:
        """What was changed since so many changes, as it is now, each once."""
        ids = dict.fromkeys(
            change.after.assertion_id for change in self.changes[before:] if change.move is not Move.TOUCH
        )
        return tuple(self.assertions[assertion_id] for assertion_id in ids)

    # ---- within ----

    def _move(  # noqa: PLR0913  # hands on the facts of a move
        self,
        assertion: Assertion,
        move: Move,
        *,
        seen: Seen | None = None,
        content: str | None = None,
        own_words: str | None = None,
        because: Because | None = None,
        decision: str | None = None,
        actor: Actor = Actor.PERSON,
    ) -> Assertion:
        after = move_assertion(
            assertion, move, self.now, seen=seen, content=content, own_words=own_words, because=because
        )
        return self._put(move, assertion, after, actor, decision)

    def _put(  # noqa: PLR0913  # the facts of a change
        self,
        move: Move,
        before: Assertion,
        after: Assertion,
        actor: Actor,
        decision: str | None = None,
        *,
        uses: bool = True,
    ) -> Assertion:
        if actor is Actor.PERSON and uses:  # whatever they do with what was set aside, they use it
            after = replace(after, in_use=True, purge_at=None)
        self.assertions[after.assertion_id] = after
        self.changes.append(Change(move, before, after, actor, decision))
        return after

    def _refusing(self, text: str) -> tuple[Refusal, ...]:
        standing = tuple(r for r in (*self.refusals, *self.refused) if r.refusal_id not in self.lifted)
        return matching_refusals(standing, self.secret, text, self.vectors.get(text))

    def is_refused(self, text: str) -> bool:
        """Whether the person wanted this forgotten."""
        return bool(self._refusing(text))

    def _refuse(self, text: str, level: Level | None) -> None:
        if level is None:
            return
        kept = text if level is Level.NEVER else None
        vector = self.vectors.get(text) if level is Level.NEVER else None
        self.refused.append(Refusal(self.make_id(), level, digest_of(self.secret, text), kept, vector))

    def _lift(self, text: str) -> None:
        self.lifted.extend(refusal.refusal_id for refusal in self._refusing(text))
