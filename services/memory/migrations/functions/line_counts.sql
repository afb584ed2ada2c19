-- How many turns are in flight and how many lines wait, for the operator.
create or replace function line_counts() returns table (active_turns bigint, oldest_active timestamptz, waiting_lines bigint, dead_letters bigint)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select (select count(*) from turn where status = 'active'),
           (select min(activated_at) from turn where status = 'active'),
           (select count(*) from line where turn_id is null),
           (select count(*) from dead_letter where replayed_at is null);
end;
revoke execute on function line_counts() from public;
grant execute on function line_counts() to holdfast_app;
