-- How often what was done since a moment, in equal stretches of time.
create or replace function events_counted(since timestamptz, bucket interval)
    returns table (begins timestamptz, node text, operation text, status text, category text, count bigint,
                   similarity double precision)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select date_bin(bucket, e.at, since), e.node, e.operation, e.status, e.category, sum(e.count), avg(e.similarity)
    from operational_event e where e.at >= since
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
end;
revoke execute on function events_counted(timestamptz, interval) from public;
grant execute on function events_counted(timestamptz, interval) to holdfast_app;
