-- What those memories changed in what is open.
select cast(d.id as text) as after,
       (select count(*) from state_delta c join assertion a on a.person_id = c.person_id and a.id = c.assertion_id
        where c.person_id = :person_id and a.state <> 'gone') as total,
       cast(to_jsonb(d) - '{id,tenant_id,person_id,created_at,confidence}'::text[]
            || jsonb_build_object('delta_id', d.id) as text) as row
from state_delta d join assertion a on a.person_id = d.person_id and a.id = d.assertion_id
where d.person_id = :person_id and a.state <> 'gone'
  and (cast(:after as text) = '' or d.id > cast(nullif(:after, '') as uuid))
order by d.id
limit :most
