-- Agents: who may ask memory besides the person, what each asked, and who wrote a memory on whose behalf.

alter table assertion
    add column agent_id text check (char_length(agent_id) between 1 and 100),
    add column run_id text check (char_length(run_id) between 1 and 100);
comment on column assertion.agent_id is 'Which agent made it; the companion itself is the supervisor. None: the person''s own hand.';
comment on column assertion.run_id is 'The run that it was written in, as a builder''s program names its runs.';
update assertion set agent_id = 'supervisor' where actor = 'companion';

alter table api_token add column agent text check (agent ~ '^[a-z][a-z0-9_]{0,39}$');
-- Not validated: an agent's token of an earlier release, of which there is none, would stop the migration.
alter table api_token add constraint agents_have_names check ((scope = 'agent') = (agent is not null)) not valid;

create table agent_query (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    token_id uuid not null,
    agent text not null,
    categories text[] not null,
    search_type text not null check (search_type in ('facts', 'conversations', 'both')),
    allowed boolean not null,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);
comment on table agent_query is
    'Who asked memory for which categories, and whether that was allowed: names and times, never a word of a question or an answer.';
create index agent_queries_of_a_token on agent_query (person_id, token_id, created_at desc);  -- when an agent last asked, for what
create index agent_queries_oldest on agent_query (created_at);  -- the chore that lets them go

alter table agent_query enable row level security;
alter table agent_query force row level security;
create policy migrations on agent_query to current_user using (true) with check (true);
create policy own_rows on agent_query to holdfast_app
    using (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')))
    with check (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')));
grant select, insert, update, delete, maintain on agent_query to holdfast_app;

-- Beside token_owner, which the release before this one goes on using.
create function token_identity(wanted text)
    returns table (tenant_id uuid, person_id uuid, scope text, agent text, token_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select t.tenant_id, t.person_id, t.scope, t.agent, t.id from api_token t
    where t.digest = wanted and (t.expires_at is null or t.expires_at > now());
end;
revoke execute on function token_identity(text) from public;
grant execute on function token_identity(text) to holdfast_app;

create function forget_agent_queries(before timestamptz, most integer) returns bigint
    language sql security definer set search_path = pg_catalog, public
begin atomic
    with old as (
        select q.person_id, q.id from agent_query q where q.created_at < before order by q.created_at limit most for update skip locked
    ), gone as (
        delete from agent_query q using old where q.person_id = old.person_id and q.id = old.id returning 1
    )
    select count(*) from gone;
end;
revoke execute on function forget_agent_queries(timestamptz, integer) from public;
grant execute on function forget_agent_queries(timestamptz, integer) to holdfast_app;
