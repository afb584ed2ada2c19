-- The newest line that was said before a turn, and not off the record: what "that" is.
select l.id
from line l join turn t on t.person_id = l.person_id and t.id = l.turn_id
where l.person_id = :person_id and l.write and l.taken_out_at is null
  and t.moment < (select n.moment from turn n where n.person_id = :person_id and n.id = :turn_id)
order by t.moment desc, l.moment desc
limit 1
