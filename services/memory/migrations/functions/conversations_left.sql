-- Conversations that nobody answered for long, and those whose confirmation a crash left in the middle.
create or replace function conversations_left(ready_before timestamptz, decided_before timestamptz)
    returns table (tenant_id uuid, person_id uuid, conversation_id uuid, status text)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select c.tenant_id, c.person_id, c.id, c.status from conversation c
    where (c.status = 'ready_to_close' and c.ready_at <= ready_before)
       or (c.status = 'compressing' and c.closed_at <= decided_before);
end;
revoke execute on function conversations_left(timestamptz, timestamptz) from public;
grant execute on function conversations_left(timestamptz, timestamptz) to holdfast_app;
