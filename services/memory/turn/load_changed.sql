-- How the memories that a turn changed read: before it first, then as they are now.
select h.assertion_id, t.content
from assertion_history h
cross join lateral (values (1, h.old), (2, h.new)) t (place, content)
where h.person_id = :person_id and h.turn_id = :turn_id and t.content is not null
order by t.place, h.moment
