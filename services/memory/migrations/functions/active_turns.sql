-- The turns in flight of everybody, and until when each may be.
create or replace function active_turns()
    returns table (tenant_id uuid, person_id uuid, turn_id uuid, activated_at timestamptz, deadline timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select t.tenant_id, t.person_id, t.id, t.activated_at, t.deadline from turn t where t.status = 'active';
end;
revoke execute on function active_turns() from public;
grant execute on function active_turns() to holdfast_app;
