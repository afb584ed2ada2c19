-- The steps that were given up, newest first, for the operator.
create or replace function newest_dead_letters(most integer)
    returns table (id uuid, turn_id uuid, step text, reason text, attempts integer, created_at timestamptz, replayed_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select d.id, d.turn_id, d.step, d.reason, d.attempts, d.created_at, d.replayed_at
    from dead_letter d order by d.created_at desc, d.id desc limit most;
end;
revoke execute on function newest_dead_letters(integer) from public;
grant execute on function newest_dead_letters(integer) to holdfast_app;
