-- The steps that were given up, newest first, for the operator.
drop function if exists newest_dead_letters(integer);
create or replace function newest_dead_letters(most integer)
    returns table (id uuid, turn_id uuid, step text, reason text, attempts integer, created_at timestamptz,
                   replayed_at timestamptz, work_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select d.id, d.turn_id, d.step, d.reason, d.attempts, d.created_at, d.replayed_at, d.work_id
    from dead_letter d order by d.created_at desc, d.id desc limit most;
end;
revoke execute on function newest_dead_letters(integer) from public;
grant execute on function newest_dead_letters(integer) to holdfast_app;
