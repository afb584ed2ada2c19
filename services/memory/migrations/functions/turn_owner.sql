-- Whose a turn is.
create or replace function turn_owner(wanted uuid) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select t.tenant_id, t.person_id from turn t where t.id = wanted;
end;
revoke execute on function turn_owner(uuid) from public;
grant execute on function turn_owner(uuid) to holdfast_app;
