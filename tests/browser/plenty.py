"""Much of something, written past the doors in one statement: what a long life with the companion leaves behind."""

from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

MEMORIES = (
    "insert into assertion (id, tenant_id, person_id, engagement_id, display_number, kind, category, content,"
    " own_words, force, importance, sensitive, label, actor, created_at, updated_at)"
    " select gen_random_uuid(), tenant_id, id, personal_engagement_id, n, 'fact', 'interests', 'Thing ' || n || '.',"
    " '', 'committed', 3, false, 'written', 'person', now() - n * interval '1 hour', now() - n * interval '1 hour'"
    " from person, generate_series(1, $2::integer) n where id = $1"
)
TURNS = (
    "with was as (insert into turn (id, tenant_id, person_id, conversation_id, engagement_id, channel, write, read,"
    " status, moment, offered, steps, activated_at, deadline, closed_at, intent, action, code)"
    " select gen_random_uuid(), t.tenant_id, t.person_id, t.conversation_id, t.engagement_id, t.channel, true, true,"
    " 'answered', -2 * n, 1, t.steps, t.activated_at - n * interval '1 hour', t.deadline, t.closed_at, t.intent,"
    " t.action, t.code from turn t, generate_series(1, $2::integer) n where t.person_id = $1 returning *),"
    " said as (insert into line (id, tenant_id, person_id, engagement_id, channel, write, read, text, body_hash,"
    " turn_id) select gen_random_uuid(), tenant_id, person_id, engagement_id, channel, true, true,"
    " 'Line ' || -moment / 2 || '.', '', id from was)"
    " insert into message (id, tenant_id, person_id, conversation_id, turn_id, role, position, content)"
    " select gen_random_uuid(), tenant_id, person_id, conversation_id, id, role, moment - earlier, words"
    " from was, (values ('person', 1, 'Hello.'), ('companion', 0, 'All right.')) as either (role, earlier, words)"
)


async def many_memories(house: House, person: Person, many: int) -> None:
    """So many things that are known: the newest is "Thing 1.", each an hour older than the one before."""
    await house.do(MEMORIES, person.person_id, many)


async def many_turns(house: House, person: Person, many: int) -> None:
    """So many exchanges before the one that was: the last of them is "Line 1.", each an hour earlier."""
    await house.do(TURNS, person.person_id, many)
