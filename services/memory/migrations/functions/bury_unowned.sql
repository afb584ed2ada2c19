-- Notes a step that was given up and is nobody's.
create or replace function bury_unowned(letter uuid, at_step text, because text, tried integer) returns void
    language sql security definer set search_path = pg_catalog, public
begin atomic
    insert into dead_letter (id, step, reason, attempts) values (letter, at_step, because, tried);
end;
revoke execute on function bury_unowned(uuid, text, text, integer) from public;
grant execute on function bury_unowned(uuid, text, text, integer) to holdfast_app;
