-- Who has an audit; so many, in the order of ids.
create or replace function audited_people(beyond uuid, most integer) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select a.tenant_id, a.person_id from audit a where beyond is null or a.person_id > beyond
    group by a.person_id, a.tenant_id order by a.person_id limit most;
end;
revoke execute on function audited_people(uuid, integer) from public;
grant execute on function audited_people(uuid, integer) to holdfast_app;
