-- Whose a code to sign in with is; asked before a person is set.
create or replace function code_owner(wanted text) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select c.tenant_id, c.person_id from sign_in_code c where c.digest = wanted;
end;
revoke execute on function code_owner(text) from public;
grant execute on function code_owner(text) to holdfast_app;
