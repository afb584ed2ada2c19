-- The ledger of erasures, as its copy beside the database has it.
create or replace function ledger_entries(since timestamptz, beyond uuid, most integer)
    returns table (id uuid, tenant_id uuid, person_id uuid, scope text, subjects uuid[], created_at timestamptz,
                   before timestamptz, refused uuid, asked_key text, asked_body text, memories text)
    language sql stable security definer set search_path = pg_catalog, public
-- Of talk that went for its age nothing is to be done again: the chore that let it go does so by the person's setting.
begin atomic
    select e.id, e.tenant_id, e.person_id, e.scope, e.subjects, e.created_at,
           coalesce((e.report ->> 'before')::timestamptz,
                    case when e.scope = 'conversation' and not exists (
                        select from audit a where a.person_id = e.person_id and a.at = e.created_at and a.actor = 'system'
                    ) then e.created_at end),
           (e.report ->> 'refused')::uuid, e.report ->> 'key', e.report ->> 'body', e.report ->> 'memories'
    from erasure e
    where (since is null or e.created_at > since) and (beyond is null or e.id > beyond)
    order by e.id limit most;
end;
revoke execute on function ledger_entries(timestamptz, uuid, integer) from public;
grant execute on function ledger_entries(timestamptz, uuid, integer) to holdfast_app;
