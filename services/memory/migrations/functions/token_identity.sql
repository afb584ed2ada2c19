-- Whose a token is and what it may; asked before a person is set.
create or replace function token_identity(wanted text)
    returns table (tenant_id uuid, person_id uuid, scope text, agent text, token_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select t.tenant_id, t.person_id, t.scope, t.agent, t.id from api_token t
    where t.digest = wanted and (t.expires_at is null or t.expires_at > now());
end;
revoke execute on function token_identity(text) from public;
grant execute on function token_identity(text) to holdfast_app;
