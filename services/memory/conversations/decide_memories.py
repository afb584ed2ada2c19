"""What a conversation is to leave, as the person decided it: checked against the draft that they saw. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pydantic import TypeAdapter

from services.memory.assertions.writing_rules import written_text
from shared.contracts.assertions import Kind
from shared.contracts.entities import Delta, Entity
from shared.contracts.errors import EntityNotFoundError, ProjectArchivedError, ProjectNotFoundError
from shared.contracts.ids import new_id
from shared.contracts.requests.conversations import ConfirmedMemory, Draft


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """Where a memory could belong."""

    engagement_id: UUID
    title: str
    is_story: bool
    is_archived: bool


@dataclass(frozen=True, slots=True)
class DecidedMemory:
    """One narrative, with what goes with it."""

    memory_id: UUID
    engagement_id: UUID
    narrative: str
    entity_ids: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """All of it: what is found after a crash is enough to go on with."""

    memories: tuple[DecidedMemory, ...]
    without: tuple[UUID, ...] = ()
    """Changes that are not to be made."""

    def entities_of(self, draft: Draft, memory: DecidedMemory) -> Sequence[Entity]:
        """What goes with one of them."""
        return [one for one in draft.entities if one.entity_id in memory.entity_ids]

    def deltas_of(self, draft: Draft, memory: DecidedMemory) -> Sequence[Delta]:
        """The changes that rest on what goes with it; those that rest on nothing of it belong to the first."""
        first = memory == self.memories[0]
        return [d for d in draft.deltas if (first if d.entity_id is None else d.entity_id in memory.entity_ids)]


DECIDED = TypeAdapter(Decided)


def decide_memories(
    draft: Draft,
    places: Mapping[UUID, KnownPlace],
    memories: Sequence[ConfirmedMemory],
    without: Sequence[UUID] = (),
) -> Decided:
    """As they said; where they said nothing, the draft as it is, where it suggests. A refusal is raised."""
    story = next(place.engagement_id for place in places.values() if place.is_story)
    wanted = memories or [_as_suggested(draft)]
    named = [one for memory in wanted for one in memory.entity_ids]
    if len(set(named)) < len(named) or not set(named) <= {one.entity_id for one in draft.entities}:
        raise EntityNotFoundError
    return Decided(
        tuple(
            DecidedMemory(
                memory_id=new_id() if at else draft.memory_id,
                engagement_id=_open_place(places, memory.engagement_id or story),
                narrative=written_text(memory.narrative, Kind.NARRATIVE),
                entity_ids=memory.entity_ids,
            )
            for at, memory in enumerate(wanted)
        ),
        tuple(without),
    )


def _as_suggested(draft: Draft) -> ConfirmedMemory:
    narrative = written_text(draft.narrative, Kind.NARRATIVE)  # all of it may have had to be left out
    every = tuple(one.entity_id for one in draft.entities)
    return ConfirmedMemory(engagement_id=draft.suggested_engagement_id, narrative=narrative, entity_ids=every)


def _open_place(places: Mapping[UUID, KnownPlace], engagement_id: UUID) -> UUID:
    place = places.get(engagement_id)
    if place is None:
        raise ProjectNotFoundError
    if place.is_archived:
        raise ProjectArchivedError(place.title)
    return engagement_id
