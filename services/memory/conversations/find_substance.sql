-- What was said on the record in a conversation and is still there, the first of it: enough to see whether it is anything.
select t.intent, l.text
from turn t
join line l on l.person_id = t.person_id and l.turn_id = t.id
where t.person_id = :person_id and t.conversation_id = :conversation_id and t.status = 'answered' and t.write
  and l.taken_out_at is null
order by t.moment, l.moment
limit :most
