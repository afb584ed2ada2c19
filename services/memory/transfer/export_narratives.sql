-- What conversations meant, beside the memories that say it: as each was drafted, by what, and of which conversation.
select cast(n.assertion_id as text) as after,
       (select count(*) from narrative c join assertion a on a.person_id = c.person_id and a.id = c.assertion_id
        where c.person_id = :person_id and a.state <> 'gone') as total,
       cast(to_jsonb(n) - '{tenant_id,person_id,created_at}'::text[] as text) as row
from narrative n join assertion a on a.person_id = n.person_id and a.id = n.assertion_id
where n.person_id = :person_id and a.state <> 'gone'
  and (cast(:after as text) = '' or n.assertion_id > cast(nullif(:after, '') as uuid))
order by n.assertion_id
limit :most
