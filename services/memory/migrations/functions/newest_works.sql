-- Background works, newest first, for the operator: how each stands, and nothing of what it is about.
create or replace function newest_works(wanted text, most integer)
    returns table (id uuid, line text, state text, step text, steps_done text[], priority smallint, attempt integer,
                   offered integer, tries smallint, restarts smallint, created_at timestamptz, not_before timestamptz,
                   deadline timestamptz, ended_at timestamptz, reason text)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.id, w.line, w.state, w.step, w.steps_done, w.priority, w.attempt, w.offered, w.tries, w.restarts,
           w.created_at, w.not_before, w.deadline, w.ended_at, w.reason
    from work w where wanted is null or w.state = wanted
    order by w.created_at desc, w.id desc limit most;
end;
revoke execute on function newest_works(text, integer) from public;
grant execute on function newest_works(text, integer) to holdfast_app;
