-- Of whom something was held for too long without a yes.
create or replace function people_with_expired(as_of timestamptz) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select distinct a.tenant_id, a.person_id from assertion a where a.force = 'held' and a.expires_at < as_of;
end;
revoke execute on function people_with_expired(timestamptz) from public;
grant execute on function people_with_expired(timestamptz) to holdfast_app;
