-- What was asked in a conversation and waits for an answer still: with its end it is asked no more.
update offer o set status = 'lapsed'
from turn t
where o.person_id = :person_id and o.status in ('standing', 'waiting')
  and t.person_id = o.person_id and t.id = o.turn_id and t.conversation_id = :conversation_id
