"""Three persons in two tenants who have something in every table there is."""

from dataclasses import dataclass
from uuid import UUID, uuid4

import asyncpg

from shared.contracts.envelope import Caller
from shared.settings import DEFAULT_TENANT

OTHER_TENANT = UUID("00000000-0000-7000-8000-000000000002")

# One row of each kind, parents first. $1 is the tenant, $2 the person, $3 an id that all of this person's rows share.
FILL = {
    "person": "insert into person (tenant_id, id, companion_name, language, time_zone, personal_engagement_id)"
    " values ($1, $2, 'Companion', 'en', 'UTC', $3)",
    "engagement": "insert into engagement (tenant_id, person_id, id, kind, title, seed)"
    " values ($1, $2, $3, 'personal', 'Your Story', 'what matters')",
    "conversation": "insert into conversation (tenant_id, person_id, id) values ($1, $2, $3)",
    "turn": "insert into turn (tenant_id, person_id, id, conversation_id, engagement_id, channel, write, read, status,"
    " offered, steps, activated_at, deadline)"
    " values ($1, $2, $3, $3, $3, 'api', true, true, 'active', 1, '{}', now(), now())",
    "line": "insert into line (tenant_id, person_id, id, engagement_id, channel, write, read, text, body_hash)"
    " values ($1, $2, $3, $3, 'api', true, true, 'a secret', 'hash')",
    "off_record": "insert into off_record (tenant_id, person_id, id, line_id, content)"
    " values ($1, $2, $3, $3, 'a secret')",
    "message": "insert into message (tenant_id, person_id, id, conversation_id, turn_id, role, content)"
    " values ($1, $2, $3, $3, $3, 'person', 'a secret')",
    "offer": "insert into offer (tenant_id, person_id, id, turn_id, kind, items, expires_at)"
    " values ($1, $2, $3, $3, 'remember', '[]', now())",
    "applied_step": "insert into applied_step (tenant_id, person_id, turn_id, step, form)"
    " values ($1, $2, $3, 'perform', 'a secret')",
    "applied_command": "insert into applied_command (tenant_id, person_id, key, body_hash, answer)"
    " values ($1, $2, $3::uuid::text, 'hash', 'a secret')",
    "outbox": "insert into outbox (tenant_id, person_id, id, subject, body) values ($1, $2, $3, 'subject', 'a secret')",
    "dead_letter": "insert into dead_letter (tenant_id, person_id, id, turn_id, step, reason, attempts, form)"
    " values ($1, $2, $3, $3, 'open', 'a reason', 1, 'a secret')",
    "assertion": "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category,"
    " content, own_words, force, importance, sensitive, label, actor)"
    " values ($1, $2, $3, $3, 1, 'fact', 'profile', 'a secret', 'a secret', 'held', 3, false, 'stated', 'companion')",
    "entry": "insert into entry (tenant_id, person_id, assertion_id, engagement_id, role, kind, category, at, length,"
    " asks, edition, embedding) values ($1, $2, $3, $3, 'assertion', 'fact', 'profile', now(), 1, false, 1,"
    " array_fill(0.1::real, array[384])::halfvec)",
    "posting": "insert into posting (tenant_id, person_id, term, number, frequency)"
    " values ($1, $2, 'secret', (select e.number from entry e where e.person_id = $2 and e.assertion_id = $3), 1)",
    "relation": "insert into relation (tenant_id, person_id, from_id, to_id, strength) values ($1, $2, $3, $3, 0.5)",
    "operational_event": "insert into operational_event (at, node, operation, status, tenant_id, person_id,"
    " assertion_id) values (now(), 'memory', 'close', 'ok', $1, $2, $3)",
    "assertion_history": "insert into assertion_history (tenant_id, person_id, id, assertion_id, revision, event, verb,"
    " actor, new, force_to, version) values ($1, $2, $3, $3, 1, 'ADD', 'hold', 'companion', 'a secret', 'held', 1)",
    "audit": "insert into audit (tenant_id, person_id, number, at, actor, verb, assertion_id, chain)"
    " values ($1, $2, 1, now(), 'companion', 'hold', $3, '')",
    "mention": "insert into mention (tenant_id, person_id, turn_id, assertion_id, role, words, content)"
    " values ($1, $2, $3, $3, 'person', 'a secret', 'a secret')",
    "refusal": "insert into refusal (tenant_id, person_id, id, level, digest, text)"
    " values ($1, $2, $3, 'never', '', 'a secret')",
    "classification": "insert into classification (tenant_id, person_id, turn_id, intent, axes, confidence,"
    " alternatives, language, parameters, understood_by)"
    " values ($1, $2, $3, 'help', '{}', 1, '{}', 'en', '{}', '{}')",
    "memory_reference": "insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score,"
    " reason) values ($1, $2, $3, $3, 'pattern_match', 1, 'a secret')",
    "correction": "insert into correction (tenant_id, person_id, id, turn_id, original, corrected)"
    " values ($1, $2, $3, $3, 'help', 'ask_question')",
    "usage_day": "insert into usage_day (tenant_id, person_id, day, cost)"
    " values ($1, $2, current_date, length($3::uuid::text))",
    "import_batch": "insert into import_batch (tenant_id, person_id, id, file_hash, count)"
    " values ($1, $2, $3, 'hash', 1)",
    "import_row": "insert into import_row (tenant_id, person_id, import_id, number, body)"
    " values ($1, $2, $3, 1, 'a secret')",
    "erasure": "insert into erasure (tenant_id, person_id, id, scope, subjects, report)"
    " values ($1, $2, $3, 'person', '{}', '{}')",
    "open_look": "insert into open_look (tenant_id, person_id, id, key, scope, ids, lengths, marks, vectors)"
    " values ($1, $2, $3, 'key', 'assertion', '{}', '{}', '{}', '{}')",
    "api_token": "insert into api_token (tenant_id, person_id, id, digest, scope, expires_at)"
    " values ($1, $2, $3, $3::uuid::text, 'person', now())",
    "closing_draft": "insert into closing_draft (tenant_id, person_id, conversation_id, version, memory_id, body,"
    " epoch) values ($1, $2, $3, 1, $3, 'a secret', 0)",
    "narrative": "insert into narrative (tenant_id, person_id, assertion_id, conversation_id, original, at)"
    " values ($1, $2, $3, $3, 'a secret', now())",
    "memory_entity": "insert into memory_entity (tenant_id, person_id, id, assertion_id, entity_type, data, label,"
    " since, touched_at) values ($1, $2, $3, $3, 'task', '{}', 'a secret', now(), now())",
    "state_delta": "insert into state_delta (tenant_id, person_id, id, assertion_id, delta_type, data, confidence)"
    " values ($1, $2, $3, $3, 'new_thread', '{}', 1)",
    "theme": "insert into theme (tenant_id, person_id, place, label, times, among, memory_ids)"
    " values ($1, $2, 1, 'a secret', 1, 1, array[$3::uuid])",
    "work": "insert into work (tenant_id, person_id, id, line, key, subject_id, step, form)"
    " values ($1, $2, $3, 'compression', 'key', $3, 'extract', 'a secret')",
    "agent_query": "insert into agent_query (tenant_id, person_id, id, token_id, agent, categories, search_type,"
    " allowed) values ($1, $2, $3, $3, 'planner', '{}', 'facts', true)",
    "sign_in_code": "insert into sign_in_code (tenant_id, person_id, id, digest, expires_at)"
    " values ($1, $2, $3, $3::uuid::text, now())",
}


@dataclass(frozen=True)
class Inhabitants:
    """Two of one tenant, and one of another."""

    one: Caller
    neighbour: Caller
    stranger: Caller


async def inhabit(admin: asyncpg.Connection) -> Inhabitants:
    """Fills every table for each of them."""
    await admin.execute("insert into tenant (id) values ($1)", OTHER_TENANT)
    people = [Caller(tenant_id=tenant, person_id=uuid4()) for tenant in (DEFAULT_TENANT, DEFAULT_TENANT, OTHER_TENANT)]
    async with admin.transaction():  # a person and what is theirs refer to each other
        for who in people:
            shared = uuid4()
            for statement in FILL.values():
                await admin.execute(statement, who.tenant_id, who.person_id, shared)
    return Inhabitants(*people)
