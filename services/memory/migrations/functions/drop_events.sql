-- Lets go of old events, so many at once.
create or replace function drop_events(before timestamptz, most integer) returns bigint
    language sql security definer set search_path = pg_catalog, public
begin atomic
    with gone as (
        delete from operational_event e
        where e.moment in (select o.moment from operational_event o where o.at < before order by o.at limit most
                       for update skip locked)
        returning 1
    )
    select count(*) from gone;
end;
revoke execute on function drop_events(timestamptz, integer) from public;
grant execute on function drop_events(timestamptz, integer) to holdfast_app;
