-- After which erasures nobody has looked yet whether all is gone.
create or replace function looks_left_open(older_than timestamptz) returns table (tenant_id uuid, person_id uuid, id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select o.tenant_id, o.person_id, o.id from open_look o where o.created_at < older_than order by o.created_at;
end;
revoke execute on function looks_left_open(timestamptz) from public;
grant execute on function looks_left_open(timestamptz) to holdfast_app;
