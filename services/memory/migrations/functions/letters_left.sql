-- Whose messages are still to be sent.
create or replace function letters_left(older_than timestamptz) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select distinct o.tenant_id, o.person_id from outbox o where o.created_at < older_than;
end;
revoke execute on function letters_left(timestamptz) from public;
grant execute on function letters_left(timestamptz) to holdfast_app;
