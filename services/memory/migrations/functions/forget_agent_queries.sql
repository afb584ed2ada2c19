-- Lets go of what agents asked long ago, so many at once.
create or replace function forget_agent_queries(before timestamptz, most integer) returns bigint
    language sql security definer set search_path = pg_catalog, public
begin atomic
    with old as (
        select q.person_id, q.id from agent_query q where q.created_at < before order by q.created_at limit most for update skip locked
    ), gone as (
        delete from agent_query q using old where q.person_id = old.person_id and q.id = old.id returning 1
    )
    select count(*) from gone;
end;
revoke execute on function forget_agent_queries(timestamptz, integer) from public;
grant execute on function forget_agent_queries(timestamptz, integer) to holdfast_app;
