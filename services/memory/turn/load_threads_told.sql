-- Of what a line speaks of what is open still, and known; the reply that tells it hides with its memory.
with found as (
    select e.id, e.assertion_id, e.entity_type, e.label, e.since, a.content
    from memory_entity e
    join assertion a on a.person_id = e.person_id and a.id = e.assertion_id
    where e.person_id = :person_id and e.id = any(cast(:ids as uuid[]))
      and e.is_active and e.resolved_at is null and a.force = 'committed' and a.state = 'active'
),
told as (
    insert into mention (tenant_id, person_id, turn_id, assertion_id, role, words, content)
    select distinct on (f.assertion_id) :tenant_id, :person_id, :turn_id, f.assertion_id, 'companion', f.label, f.content
    from found f where cast(:write as boolean)
    on conflict do nothing
),
touched as (
    update memory_entity e set touched_at = :now, stale_told_at = null
    from found f where cast(:write as boolean) and e.person_id = :person_id and e.id = f.id
)
select id as thread_id, assertion_id as memory_id, entity_type, label as text, since from found
