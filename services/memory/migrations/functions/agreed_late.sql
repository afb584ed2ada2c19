-- Memories of conversations that were put away unanswered and that their person agreed to since.
create or replace function agreed_late() returns table (tenant_id uuid, person_id uuid, conversation_id uuid, memory_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select c.tenant_id, c.person_id, c.id, n.assertion_id
    from conversation c
    join narrative n on n.person_id = c.person_id and n.conversation_id = c.id
    join assertion a on a.person_id = n.person_id and a.id = n.assertion_id
    where c.kept = 'unconfirmed' and a.force = 'committed'
    limit 100;
end;
revoke execute on function agreed_late() from public;
grant execute on function agreed_late() to holdfast_app;
