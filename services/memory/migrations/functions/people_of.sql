-- Who is there, for an operator who has to give somebody a way in again.
create or replace function people_of(wanted uuid)
    returns table (person_id uuid, created_at timestamptz, lines bigint, memories bigint, last_line_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select p.id, p.created_at, coalesce(l.lines, 0), coalesce(a.memories, 0), l.last_line_at from person p
    left join (select person_id, count(*) as lines, max(accepted_at) as last_line_at from line where tenant_id = wanted
               group by person_id) l on l.person_id = p.id
    left join (select person_id, count(*) as memories from assertion where tenant_id = wanted and force = 'committed'
               group by person_id) a on a.person_id = p.id
    where p.tenant_id = wanted order by p.created_at, p.id;
end;
revoke execute on function people_of(uuid) from public;
grant execute on function people_of(uuid) to holdfast_app;
