-- Conversations, newest first, with how many turns each has: one, those of some statuses, or with a text in what was said or meant.
select c.id as conversation_id, c.status, c.paused_at, c.created_at as began_at, c.last_message_at, c.ready_at,
       c.closed_at, c.archived_at, c.kept, c.decided,
       (select count(*) from turn t where t.person_id = c.person_id and t.conversation_id = c.id) as turns
from conversation c
where c.person_id = :person_id
  and (cast(:conversation_id as uuid) is null or c.id = :conversation_id)
  and (cast(:statuses as text[]) is null or c.status = any(cast(:statuses as text[])))
  and (cast(:q as text) = ''
       or c.id in (select m.conversation_id from message m
                   where m.person_id = :person_id and m.role <> 'system'
                     and position(folded(:q) in folded(m.content)) > 0)
       or c.id in (select n.conversation_id from narrative n
                   join assertion a on a.person_id = n.person_id and a.id = n.assertion_id
                   where n.person_id = :person_id and a.force <> 'retracted' and a.state <> 'gone'
                     and position(folded(:q) in folded(a.content)) > 0))
  and (cast(:before as uuid) is null
       or (c.created_at, c.id) < (select b.created_at, b.id from conversation b
                                  where b.person_id = :person_id and b.id = cast(:before as uuid)))
order by c.created_at desc, c.id desc
limit :most
