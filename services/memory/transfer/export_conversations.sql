-- Conversations, the oldest first: how each stands or ended.
select cast(c.id as text) as after,
       (select count(*) from conversation n where n.person_id = :person_id) as total,
       cast(jsonb_build_object('conversation_id', c.id, 'status', c.status, 'kept', c.kept, 'created_at', c.created_at,
            'last_message_at', c.last_message_at, 'closed_at', c.closed_at, 'archived_at', c.archived_at,
            'message_count', c.message_count) as text) as row
from conversation c
where c.person_id = :person_id and (cast(:after as text) = '' or c.id > cast(nullif(:after, '') as uuid))
order by c.id
limit :most
