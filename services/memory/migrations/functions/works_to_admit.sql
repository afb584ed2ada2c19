-- Which works of a line may begin now: asked for before due before night, and of equals whose person has fewest.
create or replace function works_to_admit(of_line text, most integer, now timestamptz)
    returns table (tenant_id uuid, person_id uuid, work_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    with active as (
        select w.person_id, count(*) as works from work w where w.line = of_line and w.state = 'active' group by w.person_id
    ), waiting as (
        select w.tenant_id, w.person_id, w.id, w.priority, w.not_before,
               coalesce(a.works, 0) + row_number() over (
                   partition by w.person_id order by w.priority, w.not_before, w.id
               ) as nth
        from work w
        left join active a on a.person_id = w.person_id
        where w.line = of_line and w.state = 'waiting' and w.not_before <= works_to_admit.now
          and not exists (select from turn t where t.person_id = w.person_id and t.status = 'active')
    )
    select w.tenant_id, w.person_id, w.id from waiting w
    order by w.priority, w.nth, w.not_before, w.id
    limit greatest(most - (select coalesce(sum(a.works), 0) from active a), 0);
end;
revoke execute on function works_to_admit(text, integer, timestamptz) from public;
grant execute on function works_to_admit(text, integer, timestamptz) to holdfast_app;
