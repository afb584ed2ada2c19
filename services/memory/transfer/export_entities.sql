-- What those memories name, threads among it: since when, until when, and by what each was resolved.
select cast(e.id as text) as after,
       (select count(*) from memory_entity c join assertion a on a.person_id = c.person_id and a.id = c.assertion_id
        where c.person_id = :person_id and a.state <> 'gone') as total,
       cast(to_jsonb(e) - '{id,tenant_id,person_id,created_at,stale_told_at}'::text[]
            || jsonb_build_object('entity_id', e.id) as text) as row
from memory_entity e join assertion a on a.person_id = e.person_id and a.id = e.assertion_id
where e.person_id = :person_id and a.state <> 'gone'
  and (cast(:after as text) = '' or e.id > cast(nullif(:after, '') as uuid))
order by e.id
limit :most
