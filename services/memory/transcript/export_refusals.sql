-- What is never to be remembered again, in the person's own terms; the keyed hashes are worth nothing elsewhere.
select cast(r.id as text) as after,
       (select count(*) from refusal c where c.person_id = :person_id and c.level = 'never') as total,
       cast(jsonb_build_object('refusal_id', r.id, 'text', r.text, 'created_at', r.created_at) as text) as row
from refusal r
where r.person_id = :person_id and r.level = 'never'
  and (cast(:after as text) = '' or r.id > cast(nullif(:after, '') as uuid))
order by r.id
limit :most
