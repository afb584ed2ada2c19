-- Of whom something was not touched for long, or is to be announced or erased; so many, in the order of ids.
create or replace function people_to_forget_for(
    untouched_since timestamptz, warned_by timestamptz, purged_by timestamptz, beyond uuid, most integer
) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.tenant_id, w.person_id
    from (
        (select a.tenant_id, a.person_id from assertion a
         where a.force = 'committed' and a.state = 'active' and not a.pinned and a.importance < 3
           and a.updated_at < untouched_since and a.created_at < untouched_since
           and coalesce(a.last_accessed_at < untouched_since, true)
           and (beyond is null or a.person_id > beyond)
         group by a.person_id, a.tenant_id order by a.person_id limit most)
        union
        (select a.tenant_id, a.person_id from assertion a
         where a.state = 'soft_deleted' and (beyond is null or a.person_id > beyond)
           and case when a.warned_at is null then a.purge_at <= warned_by else a.purge_at <= purged_by end
         group by a.person_id, a.tenant_id order by a.person_id limit most)
    ) w
    order by w.person_id
    limit most;
end;
revoke execute on function people_to_forget_for(timestamptz, timestamptz, timestamptz, uuid, integer) from public;
grant execute on function people_to_forget_for(timestamptz, timestamptz, timestamptz, uuid, integer) to holdfast_app;
