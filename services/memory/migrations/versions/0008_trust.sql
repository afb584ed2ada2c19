-- What proves that it was forgotten, and that nothing was tampered with: looks that are still open, the audit, the ledger.

create table open_look (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    key text,
    scope text not null check (scope in ('assertion', 'conversation', 'project')),
    ids uuid[] not null,
    ended_turn_id uuid,
    lengths smallint[] not null,
    marks bytea[] not null,
    vectors bytea[] not null,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);
comment on column open_look.key is 'Whose stored answer says how it ended; none, and only the log does.';
comment on table open_look is
    'An erasure whose look is not finished: keyed hashes of the words to be looked for, never the words. Goes with the look.';
create index open_looks_oldest on open_look (created_at);  -- the finishing chore

alter table open_look enable row level security;
alter table open_look force row level security;
create policy migrations on open_look to current_user using (true) with check (true);
create policy own_rows on open_look to holdfast_app
    using (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')))
    with check (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')));
grant select, insert, update, delete, maintain on open_look to holdfast_app;

-- Under which rules, at which command's wish, and by which prompt a model read it. Rows from before hash without them.
alter table audit
    add column chain_version smallint not null default 1 check (chain_version in (1, 2)),
    add column policy_version smallint,
    add column prompt_version integer,
    add column command_hash bytea;
comment on column audit.command_hash is 'Of the command''s key, under the person''s secret: with it nothing can be tried out once they are gone.';

-- A no comes along with a file, and a file says how many it can say nothing of.
alter table import_batch
    add column refusals integer not null default 0,
    add column refusals_left_out integer not null default 0;

-- A yes that is taken back brings back what went because of it, and nothing else that went at the same time.
alter table assertion
    add column replaced_by_id uuid,
    add foreign key (person_id, replaced_by_id) references assertion (person_id, id) on delete set null (replaced_by_id);
create index assertions_replaced on assertion (person_id, replaced_by_id) where replaced_by_id is not null;

-- As in 0003: words and meanings leave no samples behind. A term is a word of what was said.
alter table entry alter column embedding set statistics 0;
alter table posting alter column term set statistics 0;
alter table assertion alter column run_id set statistics 0, alter column agent_id set statistics 0;

-- Answered by the owner, for chores and the operator; ids, numbers and times only.

create function looks_left_open(older_than timestamptz) returns table (tenant_id uuid, person_id uuid, id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select o.tenant_id, o.person_id, o.id from open_look o where o.created_at < older_than order by o.created_at;
end;

create function audited_people(beyond uuid, most integer) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select a.tenant_id, a.person_id from audit a where beyond is null or a.person_id > beyond
    group by a.person_id, a.tenant_id order by a.person_id limit most;
end;

create function ledger_entries(since timestamptz, beyond uuid, most integer)
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

do $$
declare
    callable text;
begin
    foreach callable in array array['looks_left_open(timestamptz)', 'audited_people(uuid, integer)',
                                    'ledger_entries(timestamptz, uuid, integer)'] loop
        execute format('revoke execute on function %s from public', callable);
        execute format('grant execute on function %s to holdfast_app', callable);
    end loop;
end $$;
