-- What is not to be remembered: what never again is in the person's own terms; of the others only that they are, for a
-- keyed hash is worth nothing elsewhere.
select cast(r.id as text) as after,
       (select count(*) from refusal c where c.person_id = :person_id) as total,
       cast(jsonb_build_object('refusal_id', r.id, 'level', r.level, 'text', r.text, 'created_at', r.created_at) as text) as row
from refusal r
where r.person_id = :person_id and (cast(:after as text) = '' or r.id > cast(nullif(:after, '') as uuid))
order by r.id
limit :most
