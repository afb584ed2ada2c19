-- Of whom something waits for the index; so many, in the order of ids.
create or replace function people_to_index(edition_now smallint, space_now smallint, beyond uuid, most integer)
    returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic  -- what a file brings is embedded when all of it is there
    select w.tenant_id, w.person_id
    from (
        select a.tenant_id, a.person_id from assertion a
        where a.force = 'committed' and a.state = 'active' and a.edition < edition_now
        union
        select a.tenant_id, a.person_id from assertion a
        where a.space < space_now
          and not exists (select from import_batch b where b.person_id = a.person_id and b.id = a.import_id
                                                       and b.status in ('landing', 'restoring'))
        union
        select r.tenant_id, r.person_id from refusal r where r.text is not null and r.space < space_now
        union
        select m.tenant_id, m.person_id from message m where m.role <> 'system' and m.edition < edition_now
    ) w
    where beyond is null or w.person_id > beyond
    order by w.person_id
    limit most;
end;
revoke execute on function people_to_index(smallint, smallint, uuid, integer) from public;
grant execute on function people_to_index(smallint, smallint, uuid, integer) to holdfast_app;
