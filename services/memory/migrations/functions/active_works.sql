-- The works of everybody that are on their way, and until when their step may be.
create or replace function active_works()
    returns table (tenant_id uuid, person_id uuid, work_id uuid, line text, deadline timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.tenant_id, w.person_id, w.id, w.line, w.deadline from work w where w.state = 'active';
end;
revoke execute on function active_works() from public;
grant execute on function active_works() to holdfast_app;
