"""An import's rows: what they must be, and what of them may land. Nothing here reads or writes a table."""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, TypeVar, get_args
from uuid import UUID

from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from services.memory.assertions.assertion import HELD_FOR, Actor, Assertion, Event, Provenance
from services.memory.transfer.brought_meanings import (
    BroughtConversation,
    BroughtDelta,
    BroughtEntity,
    BroughtMeaning,
    BroughtNarrative,
)
from shared.contracts.assertions import About, Because, Category, CategoryName, Force, Kind, Label
from shared.contracts.errors import ImportMismatchError
from shared.contracts.message import Seed, Text, Title
from shared.contracts.requests.notebook import Content, Importance, Name
from shared.contracts.requests.people import EngagementStatus
from shared.contracts.turns import EngagementKind

Words = Annotated[Text, Field(max_length=4_000)]
Version = Annotated[int, Field(ge=1, le=2_000_000_000)]
Number = Annotated[int, Field(ge=0, le=2_000_000_000)]
ShortText = Annotated[Text, Field(max_length=200)]
OLDEST = datetime(1900, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=3_653)
"""How far from now a time of a file may lie. What lies in the year 0 can be stored, and not be read again."""


@dataclass(frozen=True, slots=True)
class BroughtEngagement:
    """An engagement as a file has it."""

    engagement_id: UUID
    kind: EngagementKind = EngagementKind.PROJECT
    title: Title = "Project"
    seed: Seed = ""
    status: EngagementStatus = EngagementStatus.ACTIVE
    numbered: Number = 0
    created_at: AwareDatetime | None = None


@dataclass(frozen=True, slots=True)
class BroughtLink:
    """What an assertion is related to, told once, by one of the two."""

    assertion_id: UUID
    strength: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class BroughtAssertion:
    """An assertion as a file has it. Whose it claims to be, and from which turn, counts for nothing."""

    assertion_id: UUID
    content: Content
    engagement_id: UUID | None = None
    display_number: Number = 0
    kind: Kind = Kind.FACT
    category: CategoryName = Category.KNOWLEDGE
    own_words: Words = ""
    force: Force = Force.HELD
    previous_force: Force | None = None
    reason: Because | None = None
    importance: Importance = 3
    sensitive: bool = False
    pinned: bool = False
    about: About = About.SELF
    label: Label = Label.WRITTEN
    actor: Actor = Actor.PERSON
    version: Version = 1
    source_assertion_id: UUID | None = None
    source_engagement_id: UUID | None = None
    replaces_id: UUID | None = None
    model: ShortText = ""
    prompt_version: Number = 0
    access_count: Number = 0
    last_accessed_at: AwareDatetime | None = None
    created_at: AwareDatetime | None = None
    updated_at: AwareDatetime | None = None
    expires_at: AwareDatetime | None = None
    agent_id: Name | None = None
    run_id: Name | None = None
    related: Annotated[tuple[BroughtLink, ...], Field(max_length=1_000)] = ()


@dataclass(frozen=True, slots=True)
class BroughtEntry:
    """One row of history as a file has it."""

    assertion_id: UUID
    at: AwareDatetime
    event: Event
    verb: ShortText
    actor: Actor
    version: Version
    force_to: Force
    force_from: Force | None = None
    old: Words | None = None
    new: Words | None = None
    reason: ShortText | None = None
    decision: ShortText | None = None
    turn_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class BroughtRefusal:
    """Something that is not to be remembered: with its words when that is never, or else only that it is one."""

    refusal_id: UUID
    text: Content | None = None
    created_at: AwareDatetime | None = None


Brought = BroughtEngagement | BroughtAssertion | BroughtEntry | BroughtRefusal | BroughtMeaning
BroughtT = TypeVar("BroughtT", bound=Brought)
_OBJECT: TypeAdapter[dict[str, object]] = TypeAdapter(dict[str, object])
_ENGAGEMENT = TypeAdapter(BroughtEngagement)
_ASSERTION = TypeAdapter(BroughtAssertion)
_ENTRY = TypeAdapter(BroughtEntry)
_REFUSAL = TypeAdapter(BroughtRefusal)
_MEANINGS: dict[str, TypeAdapter[BroughtMeaning]] = {
    "delta_type": TypeAdapter(BroughtDelta),
    "entity_type": TypeAdapter(BroughtEntity),
    "original": TypeAdapter(BroughtNarrative),
    "conversation_id": TypeAdapter(BroughtConversation),
}
"""By the first of these names that a row has."""
_FORMS = (
    *(BroughtEngagement, BroughtAssertion, BroughtEntry, BroughtRefusal),
    *(BroughtDelta, BroughtEntity, BroughtNarrative, BroughtConversation),
)
_KNOWN = frozenset(one.name for form in _FORMS for one in fields(form))
"""What may be named in an error: anything else would be an echo of the file."""
_TIMES = {
    form: tuple(one.name for one in fields(form) if AwareDatetime in (one.type, *get_args(one.type))) for form in _FORMS
}


def read_row(number: int, text: str, now: datetime) -> Brought:
    """One row; what it is shows in what it has. A row that cannot be read is named by its number, and not repeated."""
    try:
        brought = _formed(text)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ImportMismatchError(_sentence(number, place)) from None
    _require_times(number, brought, now)
    if isinstance(brought, BroughtAssertion):
        _require_consistent(number, brought)
    return brought


def row_as(kind: type[BroughtT], text: str, now: datetime) -> BroughtT | None:
    """A stored row; none when its words were erased since, or a later release cannot read it."""
    try:
        brought = read_row(0, text, now)
    except ImportMismatchError:
        return None
    return brought if isinstance(brought, kind) else None


def not_in_the_file(number: int, place: str) -> ImportMismatchError:
    """A row that names what is nowhere."""
    return ImportMismatchError(f"Row {number} cannot be read: its “{place}” is not in the file.")


def _formed(text: str) -> Brought:
    names = _OBJECT.validate_json(text)
    if "event" in names:
        return _ENTRY.validate_json(text)
    if "refusal_id" in names:
        return _REFUSAL.validate_json(text)
    if "content" in names:
        return _ASSERTION.validate_json(text)
    meaning = next((form for name, form in _MEANINGS.items() if name in names), None)
    if meaning is not None:
        return meaning.validate_json(text)
    return _ENGAGEMENT.validate_json(text)


def _sentence(number: int, place: str) -> str:
    if place in _KNOWN:
        return f"Row {number} cannot be read: its “{place}” is missing or wrong."
    return f"Row {number} cannot be read."


def _require_times(number: int, brought: Brought, now: datetime) -> None:
    for name in _TIMES[type(brought)]:
        value = getattr(brought, name)
        if value is not None and not OLDEST <= value <= now + AHEAD:
            raise ImportMismatchError(_sentence(number, name))


def _require_consistent(number: int, brought: BroughtAssertion) -> None:
    taken_back = brought.force is Force.RETRACTED
    if taken_back != (brought.reason is not None) or taken_back != (brought.previous_force is not None):
        raise ImportMismatchError(f"Row {number} cannot be read: its “force” does not fit its “reason”.")
    if brought.previous_force is Force.RETRACTED:
        raise ImportMismatchError(f"Row {number} cannot be read: its “previous_force” is missing or wrong.")


@dataclass(frozen=True, slots=True)
class Ground:
    """What is there before the file lands."""

    now: datetime
    import_id: UUID
    places: Mapping[UUID, UUID]
    """The person's engagement for each of the file's."""
    story_id: UUID
    numbers: Mapping[UUID, int]
    present: AbstractSet[UUID]
    """Assertions that are there, whatever they say now."""
    erased: AbstractSet[UUID]
    """Assertions that the person erased: no file brings them back."""
    texts: AbstractSet[tuple[UUID, str]]
    """What is held or committed, by place and words."""
    refused: Callable[[str], bool]
    """By the person, here."""
    refused_in_file: Callable[[str], bool] = lambda _: False
    """By the person, as the file says."""


@dataclass
class Landing:
    """What lands, by its row, and what was left out."""

    assertions: dict[int, Assertion] = field(default_factory=dict)
    numbers: dict[UUID, int] = field(default_factory=dict)
    skipped: int = 0


def land_rows(rows: Iterable[tuple[int, BroughtAssertion]], ground: Ground) -> Landing:
    """Everything lands held, in the order that its numbers had; what was refused, erased or is there does not.

    What the file says was taken back, and is never to be remembered again, lands taken back: it waits for nobody.
    """
    landing = Landing(numbers=dict(ground.numbers))
    ids = set(ground.present) | set(ground.erased)
    for row_number, brought in sorted(rows, key=_order):
        place = _place_of(brought, ground)
        is_there = brought.assertion_id in ids or (place, same_words(brought.content)) in ground.texts
        never = ground.refused_in_file(brought.content)
        if is_there or ground.refused(brought.content) or (never and brought.force is not Force.RETRACTED):
            landing.skipped += 1
            continue
        ids.add(brought.assertion_id)
        landing.numbers[place] = landing.numbers.get(place, 0) + 1
        held = _held(brought, place, landing.numbers[place], ground)
        landing.assertions[row_number] = _taken_back(held, brought) if never else held
    return landing


def same_words(text: str) -> str:
    """The same for texts that differ in nothing but case and spaces."""
    return " ".join(text.casefold().split())


def _order(row: tuple[int, BroughtAssertion]) -> tuple[str, int, int]:
    number, brought = row
    return str(brought.engagement_id), brought.display_number, number


def _place_of(brought: BroughtAssertion, ground: Ground) -> UUID:
    """Your Story is the place of what has none, or had one that was erased."""
    if brought.engagement_id is None:
        return ground.story_id
    return ground.places.get(brought.engagement_id, ground.story_id)


def _held(brought: BroughtAssertion, place: UUID, number: int, ground: Ground) -> Assertion:
    """It points at nothing yet: what it names may land after it."""
    created_at = min(brought.created_at or ground.now, ground.now)
    source = brought.source_engagement_id
    return Assertion(
        assertion_id=brought.assertion_id,
        engagement_id=place,
        display_number=number,
        kind=brought.kind,
        category=brought.category,
        content=brought.content,
        own_words=brought.own_words,
        force=Force.HELD,
        importance=brought.importance,
        sensitive=brought.sensitive,
        pinned=brought.pinned,
        about=brought.about,
        label=brought.label,
        actor=brought.actor,
        version=brought.version,
        provenance=Provenance(
            source_engagement_id=ground.places.get(source) if source is not None else None,
            model=brought.model,
            prompt_version=brought.prompt_version,
            import_id=ground.import_id,
        ),
        created_at=created_at,
        updated_at=max(created_at, min(brought.updated_at or created_at, ground.now)),
        expires_at=ground.now + HELD_FOR,
        access_count=brought.access_count,
        last_accessed_at=brought.last_accessed_at,
        agent_id=brought.agent_id,
        run_id=brought.run_id,
    )


def _taken_back(held: Assertion, brought: BroughtAssertion) -> Assertion:
    return replace(
        held, force=Force.RETRACTED, previous_force=brought.previous_force, reason=brought.reason, expires_at=None
    )


def restore_landed(held: Assertion, brought: BroughtAssertion, now: datetime) -> Assertion | None:
    """What a landed assertion was; none when the person has done something else with it since."""
    lapsed = held.reason is Because.NOT_CONFIRMED and held.version == brought.version + 1
    as_landed = (held.force, held.reason) in {(Force.HELD, None), (brought.force, brought.reason)}
    if not lapsed and (not as_landed or held.version != brought.version):
        return None
    until = brought.expires_at if brought.expires_at is not None and brought.expires_at > now else now + HELD_FOR
    return replace(
        held,
        force=brought.force,
        previous_force=brought.previous_force,
        reason=brought.reason,
        version=held.version + 1,  # a yes to what somebody saw while it waited is none to what it is now
        expires_at=until if brought.force is Force.HELD else None,
    )
