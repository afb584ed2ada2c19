-- When something was erased last.
create or replace function newest_erasure() returns timestamptz
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select max(e.created_at) from erasure e;
end;
revoke execute on function newest_erasure() from public;
grant execute on function newest_erasure() to holdfast_app;
