-- Lets go of old answers to commands, and of tokens and codes that are good no more.
create or replace function drop_spent(before timestamptz, most integer) returns bigint
    language sql security definer set search_path = pg_catalog, public
begin atomic
    with old as (
        select c.person_id, c.key from applied_command c where c.created_at < before order by c.created_at limit most
        for update skip locked
    ), commands as (
        delete from applied_command c using old where c.person_id = old.person_id and c.key = old.key returning 1
    ), tokens as (
        delete from api_token t where t.expires_at < before
    ), codes as (
        delete from sign_in_code s where s.expires_at < before
    )
    select count(*) from commands;
end;
revoke execute on function drop_spent(timestamptz, integer) from public;
grant execute on function drop_spent(timestamptz, integer) to holdfast_app;
