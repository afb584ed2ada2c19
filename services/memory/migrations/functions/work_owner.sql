-- Whose a work is.
create or replace function work_owner(wanted uuid) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.tenant_id, w.person_id from work w where w.id = wanted;
end;
revoke execute on function work_owner(uuid) from public;
grant execute on function work_owner(uuid) to holdfast_app;
