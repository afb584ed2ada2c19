-- Whose a step is that was given up, and of which turn or which work.
drop function if exists dead_letter_owner(uuid);
create or replace function dead_letter_owner(wanted uuid)
    returns table (tenant_id uuid, person_id uuid, turn_id uuid, work_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select d.tenant_id, d.person_id, d.turn_id, d.work_id from dead_letter d where d.id = wanted;
end;
revoke execute on function dead_letter_owner(uuid) from public;
grant execute on function dead_letter_owner(uuid) to holdfast_app;
