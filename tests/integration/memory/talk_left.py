"""What conversations left of a person, put where it stands, so that it can be looked whether it goes."""

import json
from dataclasses import dataclass
from uuid import UUID, uuid4

from shared.contracts.entities import Delta, DeltaType
from tests.integration.memory.house import House, Inhabitant


@dataclass(frozen=True)
class Left:
    """A conversation that is over, and what was kept of it."""

    conversation_id: UUID
    turn_id: UUID
    narrative_id: UUID
    entity_id: UUID
    delta_id: UUID


async def ended_talk(house: House, one: Inhabitant, said: str, narrative: str, item: str) -> Left:
    """With one turn, one narrative, one thing that it names and one change."""
    conversation_id = uuid4()
    in_person = (one.who.tenant_id, one.who.person_id)
    await house.do(
        "insert into conversation (tenant_id, person_id, id, status) values ($1, $2, $3, 'archived')",
        *(*in_person, conversation_id),
    )
    there = Inhabitant(one.who, one.story_id, conversation_id)
    turn_id = await house.said(there, said, "I see.")
    narrative_id = await house.knows(one, narrative)
    await house.do("update assertion set kind = 'narrative' where id = $1", narrative_id)
    await house.do(
        "insert into narrative (tenant_id, person_id, assertion_id, conversation_id, original, at)"
        " values ($1, $2, $3, $4, $5, now())",
        *(*in_person, narrative_id, conversation_id, narrative),
    )
    entity_id, delta_id = uuid4(), uuid4()
    data = {"type": "task", "description": item, "status": "decided", "priority": "normal", "due": None}
    await house.do(
        "insert into memory_entity (tenant_id, person_id, id, assertion_id, turn_id, entity_type, data, label, quote,"
        " category, is_active, since, touched_at)"
        " values ($1, $2, $3, $4, $5, 'task', $6, $7, $8, 'tasks', true, now(), now())",
        *(*in_person, entity_id, narrative_id, turn_id, json.dumps(data), item, said),
    )
    change = Delta(
        delta_id=delta_id, delta_type=DeltaType.NEW_THREAD, text=item, quote=said, confidence=0.9, turn_id=turn_id
    )
    was = {"is_active": False, "resolved_at": None, "resolved_by": None, "priority": "normal", "engagement_id": None}
    await house.do(
        "insert into state_delta (tenant_id, person_id, id, assertion_id, delta_type, entity_id, data, before,"
        " confidence, applied) values ($1, $2, $3, $4, 'new_thread', $5, $6, $7, 0.9, true)",
        *(*in_person, delta_id, narrative_id, entity_id, change.model_dump_json()),
        json.dumps({"was": was, "became": was | {"is_active": True}}),
    )
    await house.do(
        "insert into theme (tenant_id, person_id, place, label, times, among, memory_ids)"
        " select $1, $2, count(*) + 1, $3, 3, 10, $4 from theme where person_id = $2",
        *(*in_person, item.rsplit(maxsplit=1)[-1], [narrative_id]),
    )
    return Left(conversation_id, turn_id, narrative_id, entity_id, delta_id)


async def waiting_draft(house: House, one: Inhabitant, text: str) -> UUID:
    """The open conversation is ready to close: its draft, the question, its work, and one that died."""
    in_person, work_id, memory_id = (one.who.tenant_id, one.who.person_id), uuid4(), uuid4()
    turn_id = await house.said(one, "Let us wrap up.", "All right.")
    body = json.dumps({"narrative": text, "entities": [{"quote": text}]})
    await house.do(
        "update conversation set status = 'ready_to_close', closed_at = now() where id = $1", one.conversation_id
    )
    await house.do(
        "insert into closing_draft (tenant_id, person_id, conversation_id, version, memory_id, body, epoch)"
        " values ($1, $2, $3, 1, $4, $5, 0)",
        *(*in_person, one.conversation_id, memory_id, body),
    )
    await house.do(
        "insert into offer (tenant_id, person_id, id, turn_id, kind, items, expires_at)"
        " values ($1, $2, $3, $4, 'closing', $5, now() + interval '7 days')",
        *(*in_person, uuid4(), turn_id, json.dumps([{"assertion_id": str(memory_id), "shown_text": text}])),
    )
    await house.do(
        "insert into work (tenant_id, person_id, id, line, key, subject_id, state, step, steps_done)"
        " values ($1, $2, $3, 'compression', $4, $5, 'done', 'store', '{gather,extract}')",
        *(*in_person, work_id, str(one.conversation_id), one.conversation_id),
    )
    return work_id


async def work_in_flight(house: House, one: Inhabitant, text: str) -> UUID:
    """A work that read it, and a copy of it that died."""
    in_person, work_id = (one.who.tenant_id, one.who.person_id), uuid4()
    await house.do(
        "insert into work (tenant_id, person_id, id, line, key, subject_id, state, step, steps_done, form)"
        " values ($1, $2, $3, 'compression', $4, $5, 'active', 'narrate', '{gather,extract}', $6)",
        *(*in_person, work_id, str(uuid4()), one.conversation_id, json.dumps({"entities": [text]})),
    )
    await house.do(
        "insert into dead_letter (tenant_id, person_id, id, work_id, step, reason, attempts, form)"
        " values ($1, $2, $3, $4, 'narrate', 'a reason', 5, $5)",
        *(*in_person, uuid4(), work_id, json.dumps({"narrative": text})),
    )
    return work_id
