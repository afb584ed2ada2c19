-- Of whom the text of something that got a no is to go by now.
create or replace function people_with_rejected(before timestamptz) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select distinct a.tenant_id, a.person_id from assertion a
    where a.force = 'retracted' and a.previous_force = 'held' and a.state = 'active' and a.updated_at < before
      and a.reason in ('rejected', 'declined', 'forgotten');
end;
revoke execute on function people_with_rejected(timestamptz) from public;
grant execute on function people_with_rejected(timestamptz) to holdfast_app;
