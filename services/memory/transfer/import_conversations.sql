-- Conversations of a file, all of them over; but for those that are here, and those that the person erased.
insert into conversation (tenant_id, person_id, id, status, kept, created_at, last_message_at, closed_at, archived_at)
select :tenant_id, :person_id, r.conversation_id, 'archived', coalesce(r.kept, 'earlier'), least(coalesce(r.created_at, :now), :now),
       r.last_message_at, r.closed_at, coalesce(r.archived_at, :now)
from jsonb_to_recordset(cast(:rows as jsonb)) as r (
    conversation_id uuid, kept text, created_at timestamptz, last_message_at timestamptz, closed_at timestamptz,
    archived_at timestamptz)
where not exists (select from erasure e where e.person_id = :person_id and e.scope = 'conversation'
                                          and r.conversation_id = any(e.subjects))
on conflict do nothing
