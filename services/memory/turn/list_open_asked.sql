-- What is open here, or was decided, where a line asks after it, and how much more; the reply hides with its memories.
with found as (
    select e.id, e.assertion_id, e.entity_type, e.label, e.since, a.content, count(*) over () as among,
           row_number() over (order by case when e.entity_type = 'decision' then e.since end desc,
                              e.due_at, (e.data ->> 'priority' = 'high') is true desc, e.since, e.id) as place
    from memory_entity e
    join assertion a on a.person_id = e.person_id and a.id = e.assertion_id
    join person p on p.id = e.person_id
    where e.person_id = :person_id and e.is_active and e.resolved_at is null
      and e.entity_type = any(cast(:entity_types as text[])) and a.force = 'committed' and a.state = 'active'
      and (cast(:allowed as text[]) is null
           or (a.category = any(cast(:allowed as text[])) and e.category = any(cast(:allowed as text[]))))
      and not exists (select from narrative n where n.person_id = a.person_id and n.assertion_id = a.id and n.veiled)
      and a.engagement_id in (p.personal_engagement_id, cast(:engagement_id as uuid))
),
shown as (
    select * from found where place <= :most
),
told as (
    insert into mention (tenant_id, person_id, turn_id, assertion_id, role, words, content)
    select distinct on (s.assertion_id) :tenant_id, :person_id, :turn_id, s.assertion_id, 'companion', s.label, s.content
    from shown s where cast(:write as boolean)
    on conflict do nothing
)
select id as thread_id, assertion_id as memory_id, entity_type, label as text, since, among
from shown order by place
