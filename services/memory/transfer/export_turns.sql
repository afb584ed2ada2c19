-- Which turns come next; each is then read as the doors show it.
select cast(t.moment as text) as after,
       (select count(*) from turn c where c.person_id = :person_id) as total, t.id as turn_id, t.conversation_id
from turn t
where t.person_id = :person_id and (cast(:after as text) = '' or t.moment > cast(nullif(:after, '') as bigint))
order by t.moment
limit :most
