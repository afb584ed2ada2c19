-- How many works of each line wait that could begin, and since when the oldest does.
create or replace function works_waiting(now timestamptz)
    returns table (line text, works bigint, oldest timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.line, count(*), min(w.not_before) from work w
    where w.state = 'waiting' and w.not_before <= works_waiting.now group by w.line;
end;
revoke execute on function works_waiting(timestamptz) from public;
grant execute on function works_waiting(timestamptz) to holdfast_app;
