-- What is left of what talk left, each in its place. A narrative that reads otherwise is embedded and found anew.
with left_over as (
    select r.place, r.id, cast(r.text as jsonb) as text
    from unnest(cast(:places as text[]), cast(:ids as uuid[]), cast(:texts as text[])) as r (place, id, text)
), narratives as (
    update assertion a
    set content = r.text #>> '{}', version = a.version + 1, updated_at = :now, embedding = null, space = 0
    from left_over r
    where a.person_id = :person_id and r.place = 'narrative' and a.id = r.id
    returning a.id
), history as (
    update assertion_history h set old = null, new = null
    where h.person_id = :person_id and h.assertion_id in (select id from narratives)
), answers as (
    update applied_command c set answer = '', body_hash = ''
    where c.person_id = :person_id and c.answer <> ''
      and exists (select from narratives n where position(n.id::text in c.answer) > 0)
), drafts as (
    update narrative n set original = r.text ->> 'original', reason = r.text ->> 'reason'
    from left_over r
    where n.person_id = :person_id and r.place = 'draft' and n.assertion_id = r.id
), entities as (
    update memory_entity e set label = r.text ->> 'label', quote = r.text ->> 'quote', data = r.text -> 'data'
    from left_over r
    where e.person_id = :person_id and r.place = 'entity' and e.id = r.id
), deltas as (
    update state_delta d set data = r.text -> 'data', before = nullif(r.text -> 'before', 'null')
    from left_over r
    where d.person_id = :person_id and r.place = 'delta' and d.id = r.id
)
update conversation c set decided = cast(r.text as text)
from left_over r
where c.person_id = :person_id and r.place = 'decided' and c.id = r.id
