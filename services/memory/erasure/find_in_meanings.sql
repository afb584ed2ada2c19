-- What talk left, where it tells some memories: in one of these texts, or made of the turns that told them (near).
with told (turn_id) as (
    select m.turn_id from mention m where m.person_id = :person_id and m.assertion_id = any(cast(:ids as uuid[]))
    union
    select a.turn_id from assertion a
    where a.person_id = :person_id and a.id = any(cast(:ids as uuid[])) and a.turn_id is not null
    union
    select unnest(cast(:turns as uuid[]))
), talk (conversation_id) as (
    select t.conversation_id from turn t join told on told.turn_id = t.id where t.person_id = :person_id
), place (name, id, text, near) as (
    select 'narrative', a.id, to_jsonb(a.content), coalesce(n.conversation_id in (select conversation_id from talk), false)
    from assertion a left join narrative n on n.person_id = a.person_id and n.assertion_id = a.id
    where a.person_id = :person_id and a.kind = 'narrative' and a.id <> all(cast(:ids as uuid[]))
    union all
    select 'draft', n.assertion_id, jsonb_build_object('original', n.original, 'reason', n.reason),
           coalesce(n.conversation_id in (select conversation_id from talk), false)
    from narrative n where n.person_id = :person_id and n.assertion_id <> all(cast(:ids as uuid[]))
    union all
    select 'entity', e.id, jsonb_build_object('label', e.label, 'quote', e.quote, 'data', e.data),
           coalesce(e.turn_id in (select turn_id from told), false)
    from memory_entity e where e.person_id = :person_id and e.assertion_id <> all(cast(:ids as uuid[]))
    union all
    select 'delta', d.id, jsonb_build_object('data', d.data, 'before', d.before),
           coalesce((d.data ->> 'turn_id')::uuid in (select turn_id from told), false)
    from state_delta d where d.person_id = :person_id and d.assertion_id <> all(cast(:ids as uuid[]))
    union all
    select 'decided', c.id, cast(c.decided as jsonb), c.id in (select conversation_id from talk)
    from conversation c where c.person_id = :person_id and c.decided is not null
)
select p.name as place, p.id, cast(p.text as text) as text, p.near
from place p
where p.near
   or (lower(cast(p.text as text)) like any(cast(:cores as text[])) and cast(p.text as text) ~* cast(:pattern as text))
