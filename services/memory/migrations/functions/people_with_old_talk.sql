-- Whose talk is older than they want it kept, and which of it.
create or replace function people_with_old_talk(as_of timestamptz)
    returns table (tenant_id uuid, person_id uuid, before timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
-- Whole days of UTC: so a person's talk is looked through once a day, and not with every line that comes of age.
begin atomic
    select p.tenant_id, p.id, b.before
    from person p
    cross join lateral (select date_trunc('day', as_of, 'UTC') - make_interval(days => p.retention_days) as before) b
    where p.retention_days is not null
      and b.before > (select t.activated_at from turn t where t.person_id = p.id order by t.moment limit 1);
end;
revoke execute on function people_with_old_talk(timestamptz) from public;
grant execute on function people_with_old_talk(timestamptz) to holdfast_app;
