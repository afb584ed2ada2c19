-- The turns of a conversation, oldest first, after one of them.
select t.id
from turn t
where t.person_id = :person_id and t.conversation_id = :conversation_id
  and (cast(:after as uuid) is null
       or t.moment > (select a.moment from turn a where a.person_id = :person_id and a.id = cast(:after as uuid)))
order by t.moment
limit :most
