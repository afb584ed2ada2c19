-- Of the last turns of a conversation on the record: how many there are, from when to when, and how many in each engagement.
select count(*) as turns, min(t.activated_at) as began_at, max(coalesce(t.closed_at, t.activated_at)) as ended_at,
       cast(coalesce((
           select jsonb_object_agg(e.engagement_id, e.turns)
           from (select n.engagement_id, count(*) as turns from turn n
                 where n.person_id = :person_id and n.conversation_id = :conversation_id and n.status = 'answered'
                   and n.write group by n.engagement_id) e), '{}') as text) as places
from (select * from turn n
      where n.person_id = :person_id and n.conversation_id = :conversation_id and n.status = 'answered' and n.write
        and exists (select from line l
                    where l.person_id = n.person_id and l.turn_id = n.id and l.taken_out_at is null)
      order by n.moment desc limit :most) t
