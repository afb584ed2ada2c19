"""What the items of a talk change in what is open: the new, and what was closed by name; no model is asked. Pure."""

from collections.abc import Iterator, Sequence

from services.reflector.settle_items import closes_item, named_share, same_open
from shared.contracts.entities import (
    OPEN_TYPES,
    RESOLVING,
    ChangedPriority,
    ClearedBlocker,
    Delta,
    DeltaType,
    Entity,
    EntityType,
    NamedTask,
    OpenThread,
    ProjectUpdate,
    ResolvedQuestion,
    describe_entity,
)
from shared.contracts.ids import new_id
from shared.text.visible_text import clean_text

MOST = 280
NEW = 0.9
"""How sure it is that what the talk opened is open."""
SUREST = 0.95
COMPLETED = "completed"
_CLOSES = {
    EntityType.QUESTION_RESOLVED: (EntityType.QUESTION_OPENED,),
    EntityType.BLOCKER_CLEARED: (EntityType.BLOCKER,),
    EntityType.TASK: (EntityType.TASK, EntityType.WAITING_ON, EntityType.BLOCKER, EntityType.QUESTION_OPENED),
}
"""What each kind of item can close."""


def weigh_items(entities: Sequence[Entity], threads: Sequence[OpenThread]) -> tuple[Delta, ...]:
    """All that they change."""
    return (*_closed(entities, threads), *_opened(entities, threads), *_changed(entities, threads))


def join_deltas(weighed: Sequence[Delta], resolved: Sequence[Delta]) -> tuple[Delta, ...]:
    """Both together; a thread that both say is settled is settled once."""
    known = {delta.thread_id for delta in weighed if delta.delta_type in RESOLVING}
    return (*weighed, *(delta for delta in resolved if delta.thread_id not in known))


def resolve_thread(
    thread: OpenThread, confidence: float, quote: str, *, turn: object = None, entity: Entity | None = None
) -> Delta:
    """That a thread is open no longer."""
    waited = thread.entity_type is EntityType.WAITING_ON
    return Delta.model_validate({
        "delta_id": new_id(),
        "delta_type": DeltaType.RESOLVED_WAITING_ON if waited else DeltaType.RESOLVED_THREAD,
        "entity_id": entity.entity_id if entity else None,
        "thread_id": thread.thread_id,
        "text": clean_text(thread.text, MOST),
        "turn_id": entity.turn_id if entity else turn,
        "quote": quote,
        "confidence": confidence,
    })  # fmt: skip


def _closed(entities: Sequence[Entity], threads: Sequence[OpenThread]) -> Iterator[Delta]:
    left = list(threads)
    for entity in filter(_closes, entities):
        said = f"{describe_entity(entity.data)} {entity.quote}"
        fits = [thread for thread in left if thread.entity_type in _CLOSES[entity.entity_type]]
        fits = [thread for thread in fits if closes_item(said, thread.text)]
        if fits:
            thread = max(fits, key=lambda one: named_share(said, one.text))
            left.remove(thread)
            sure = min(SUREST, 0.5 + named_share(said, thread.text) / 2)
            yield resolve_thread(thread, sure, entity.quote, entity=entity)


def _closes(entity: Entity) -> bool:
    data = entity.data
    if isinstance(data, NamedTask):
        return data.status == COMPLETED
    return isinstance(data, ResolvedQuestion | ClearedBlocker)


def _opened(entities: Sequence[Entity], threads: Sequence[OpenThread]) -> Iterator[Delta]:
    known = [thread.text for thread in threads]
    for entity in entities:
        text = clean_text(describe_entity(entity.data), MOST)
        if entity.entity_type not in OPEN_TYPES or _closes(entity) or same_open(text, known) is not None:
            continue
        waits = entity.entity_type is EntityType.WAITING_ON
        yield _delta(DeltaType.NEW_WAITING_ON if waits else DeltaType.NEW_THREAD, entity, text)


def _changed(entities: Sequence[Entity], threads: Sequence[OpenThread]) -> Iterator[Delta]:
    for entity in entities:
        data = entity.data
        if isinstance(data, ChangedPriority):
            thread = next((one for one in threads if closes_item(data.item, one.text)), None)
            yield _delta(DeltaType.PRIORITY_CHANGE, entity, data.item, data.new, thread)
        elif isinstance(data, ProjectUpdate):
            yield _delta(DeltaType.ACT_UPDATE, entity, data.act, data.update)


def _delta(kind: DeltaType, entity: Entity, text: str, new: str = "", thread: OpenThread | None = None) -> Delta:
    return Delta(
        delta_id=new_id(),
        delta_type=kind,
        entity_id=entity.entity_id,
        thread_id=thread.thread_id if thread else None,
        text=text,
        new=new,
        turn_id=entity.turn_id,
        quote=entity.quote,
        confidence=NEW,
    )
