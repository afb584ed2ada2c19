-- Memory with consent: assertions, their history, refusals, erasures, what was understood, what it cost.

alter table person
    add column secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
    add column daily_budget numeric(12, 6) check (daily_budget >= 0);
comment on column person.secret is
    'Keys the hashes of what was refused and of the audit: without it nothing in them can be tried out. Goes with the person.';

alter table engagement add column numbered integer not null default 0;
comment on column engagement.numbered is 'The last display number given out: none is ever used again.';

alter table conversation
    add column seen_revision bigint not null default 0,
    add column block_at timestamptz;
comment on column conversation.block_at is
    'As of when the personal memory in prompts tells its times: frozen, so that the prefix moves only when memory moved.';

alter table offer
    add column needs_choice boolean not null default false,
    add column needs_control boolean not null default false,
    add column never_again boolean not null default false,
    add column more integer not null default 0;

alter table turn
    add column code text,
    add column stored_count integer not null default 0,
    add column mentioned uuid[] not null default '{}';
comment on column turn.mentioned is 'The assertions that the reply named, in their order; their texts stay with them.';

create table assertion (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    engagement_id uuid not null,
    display_number integer not null check (display_number > 0),
    kind text not null check (kind in ('fact', 'episode', 'insight', 'procedure', 'narrative')),
    category text not null,
    content text not null check (char_length(content) between 1 and 4000),
    own_words text not null check (char_length(own_words) <= 4000),
    force text not null check (force in ('held', 'committed', 'retracted')),
    previous_force text check (previous_force in ('held', 'committed')),
    reason text check (reason in ('rejected', 'declined', 'not confirmed', 'forgotten', 'replaced')),
    state text not null default 'active' check (state in ('active', 'soft_deleted')),
    importance smallint not null check (importance between 1 and 5),
    sensitive boolean not null,
    pinned boolean not null default false,
    about text not null default 'self' check (about in ('self', 'own_people', 'others')),
    label text not null check (label in ('stated', 'inferred', 'quoted', 'written')),
    actor text not null check (actor in ('person', 'companion', 'system')),
    version integer not null default 1 check (version > 0),
    turn_id uuid,
    source_assertion_id uuid,
    source_engagement_id uuid,
    replaces_id uuid,
    import_id uuid,
    model text not null default '',
    prompt_version integer not null default 0,
    embedding halfvec(384),
    access_count integer not null default 0,
    last_accessed_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    expires_at timestamptz,
    primary key (person_id, id),
    unique (person_id, engagement_id, display_number),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, engagement_id) references engagement (person_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete set null (turn_id),
    foreign key (person_id, source_assertion_id) references assertion (person_id, id)
        on delete set null (source_assertion_id),
    foreign key (person_id, source_engagement_id) references engagement (person_id, id)
        on delete set null (source_engagement_id),
    foreign key (person_id, replaces_id) references assertion (person_id, id) on delete set null (replaces_id),
    check ((force = 'retracted') = (reason is not null)),
    check ((force = 'retracted') = (previous_force is not null)),
    check (expires_at is null or force = 'held')
);
create index assertions_in_place on assertion (person_id, engagement_id, force, created_at desc);  -- lists, prompts
create index assertions_of_a_turn on assertion (person_id, turn_id);
create index assertions_expiring on assertion (expires_at) where force = 'held';  -- the expiry chore

create table assertion_history (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    assertion_id uuid not null,
    moment bigint not null default nextval('moment'),
    revision bigint not null,
    event text not null check (event in
        ('ADD', 'UPDATE', 'DELETE', 'MERGE', 'LINK', 'TTL', 'RESTORE', 'COMPACT', 'ERASE')),
    verb text not null,
    actor text not null check (actor in ('person', 'companion', 'system')),
    old text,
    new text,
    force_from text,
    force_to text not null,
    version integer not null,
    reason text,
    decision text,
    turn_id uuid,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade
);
create index history_of_an_assertion on assertion_history (person_id, assertion_id, moment);
create index history_by_revision on assertion_history (person_id, revision);  -- the delta header
create index history_of_a_turn on assertion_history (person_id, turn_id);  -- the why-view

create table audit (
    tenant_id uuid not null,
    person_id uuid not null,
    number bigint not null,
    at timestamptz not null,
    actor text not null,
    verb text not null,
    assertion_id uuid,
    force_from text,
    force_to text,
    version integer,
    turn_id uuid,
    content_hash bytea,
    chain bytea not null,
    primary key (person_id, number)
);
comment on table audit is
    'What was done, without content, chained: each row hashes the one before. Outlives the person, whose secret does not.';

create table mention (
    tenant_id uuid not null,
    person_id uuid not null,
    turn_id uuid not null,
    assertion_id uuid not null,
    role text not null check (role in ('person', 'companion')),
    words text not null,
    content text not null,
    primary key (person_id, turn_id, assertion_id, role),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade
);
comment on table mention is
    'Which words of a turn tell an assertion, and how it read then: what is not kept, or reads otherwise now, is masked there.';
create index mentions_of_an_assertion on mention (person_id, assertion_id);

create table refusal (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    level text not null check (level in ('forget', 'never')),
    digest bytea not null,
    text text,
    embedding halfvec(384),
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    check ((level = 'never') = (text is not null))
);
create index refusals_by_digest on refusal (person_id, digest);

create table classification (
    tenant_id uuid not null,
    person_id uuid not null,
    turn_id uuid not null,
    intent text not null,
    axes jsonb not null,
    confidence real not null,
    alternatives text[] not null,
    language text not null,
    parameters jsonb not null,
    understood_by jsonb not null,
    answered_by jsonb,
    created_at timestamptz not null default now(),
    primary key (person_id, turn_id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade
);

create table memory_reference (
    tenant_id uuid not null,
    person_id uuid not null,
    turn_id uuid not null,
    assertion_id uuid not null,
    influence text not null,
    score real not null,
    reason text not null,
    primary key (person_id, turn_id, assertion_id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade
);

create table correction (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    turn_id uuid not null,
    original text not null,
    corrected text not null,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade
);
create index corrections_newest on correction (person_id, created_at desc);

create table usage_day (
    tenant_id uuid not null,
    person_id uuid not null,
    day date not null,
    turns integer not null default 0,
    sent bigint not null default 0,
    received bigint not null default 0,
    cache_written bigint not null default 0,
    cache_read bigint not null default 0,
    cost numeric(14, 8) not null default 0,
    unpriced_calls integer not null default 0,
    told_used_up boolean not null default false,
    primary key (person_id, day),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);

create table import_batch (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    file_hash text not null,
    count integer not null,
    received integer not null default 0,
    skipped integer not null default 0,
    status text not null default 'receiving' check (status in ('receiving', 'held', 'confirmed')),
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);

create table import_row (
    tenant_id uuid not null,
    person_id uuid not null,
    import_id uuid not null,
    number integer not null,
    body text not null,
    assertion_id uuid,
    primary key (person_id, import_id, number),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, import_id) references import_batch (person_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade
);
comment on table import_row is
    'The rows of a file until it has landed whole; then, of each assertion, the force and history that a confirmation restores.';

create table erasure (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    scope text not null check (scope in ('assertion', 'conversation', 'project', 'person')),
    subjects uuid[] not null,
    report jsonb not null,
    created_at timestamptz not null default now(),
    primary key (person_id, id)
);
comment on table erasure is 'The ledger: what was erased, by id. Outlives the person; replayed after a restore.';

-- What models are shown of the talk, in two places. They run as who calls them: row-level security holds in them.

create function exchanges(of_person uuid, place uuid, story uuid, most integer) returns jsonb
    language sql stable
begin atomic
    select coalesce(jsonb_agg(jsonb_build_object('turn_id', h.turn_id, 'said', h.said, 'replied', h.replied,
                                                 'intent', h.intent) order by h.moment), '[]')
    from (
        select t.id as turn_id, t.moment, t.intent,
               (select string_agg(m.content, E'\n' order by m.position) from message m
                where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'person') as said,
               (select string_agg(m.content, E'\n' order by m.position) from message m
                where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion') as replied
        from turn t
        where t.person_id = of_person and t.status = 'answered' and t.engagement_id in (place, story)
        order by t.moment desc
        limit most
    ) h;
end;
comment on function exchanges is 'The last exchanges of a place and of those outside of any project, oldest first.';

create function hidden_words(of_person uuid, of_last_turns integer) returns jsonb
    language sql stable
begin atomic
    select coalesce(jsonb_agg(jsonb_build_object('turn_id', m.turn_id, 'role', m.role, 'words', m.words,
                                                 'texts', jsonb_build_array(m.content, a.content, a.own_words))), '[]')
    from mention m join assertion a on a.person_id = m.person_id and a.id = m.assertion_id
    where m.person_id = of_person
      and (a.force <> 'committed' or a.state <> 'active' or m.content <> a.content)
      and (of_last_turns is null
           or m.turn_id in (select t.id from turn t where t.person_id = of_person and t.status = 'answered'
                            order by t.moment desc limit of_last_turns));
end;
comment on function hidden_words is 'The words that tell what is not kept, or reads otherwise by now; of all turns or of the last ones.';

do $$
declare
    owned text;
begin
    foreach owned in array array['assertion', 'assertion_history', 'audit', 'mention', 'refusal', 'classification',
                                 'memory_reference', 'correction', 'usage_day', 'import_batch', 'import_row',
                                 'erasure'] loop
        execute format('alter table %I enable row level security', owned);
        execute format('alter table %I force row level security', owned);
        execute format('create policy migrations on %I to current_user using (true) with check (true)', owned);
        execute format($policy$create policy own_rows on %I to holdfast_app
            using (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')))
            with check (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')))
            $policy$, owned);
        execute format('grant select, insert, update, delete on %I to holdfast_app', owned);
    end loop;
end $$;
revoke update, delete on audit, erasure from holdfast_app;  -- what was done cannot be undone on paper

create function people_with_expired(as_of timestamptz) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select distinct a.tenant_id, a.person_id from assertion a where a.force = 'held' and a.expires_at < as_of;
end;
revoke execute on function people_with_expired(timestamptz) from public;
grant execute on function people_with_expired(timestamptz) to holdfast_app;

grant select on alembic_version to holdfast_app;  -- a service refuses a schema that is behind it
