-- People, engagements, the conversation and its turns, and what makes effects happen once.
-- Every table with a person's data has that person in its key and in its row-level security.

create function setting_uuid(name text) returns uuid
    language sql stable parallel safe
    -- Absent, empty after a rolled-back transaction, or malformed: nobody, so that policies let nothing through.
    return case when current_setting(name, true) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                then current_setting(name, true)::uuid end;

create sequence moment;
comment on sequence moment is
    'What was first, for one person: drawn under the person''s lock, so it orders lines, turns and offers without clocks.';

create table tenant (
    id uuid primary key,
    created_at timestamptz not null default now()
);

create table person (
    id uuid not null unique,
    tenant_id uuid not null references tenant on delete cascade,
    companion_name text not null check (char_length(companion_name) between 1 and 200),
    language text not null check (language ~ '^[a-z]{2}$'),
    time_zone text not null,
    revision bigint not null default 0,
    personal_engagement_id uuid not null,
    active_turn_id uuid,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
);

create table api_token (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    digest text not null unique,
    scope text not null check (scope in ('person', 'agent')),
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);

create table sign_in_code (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    digest text not null unique,
    expires_at timestamptz not null,
    used_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);

create table engagement (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    kind text not null check (kind in ('personal', 'project')),
    title text not null check (char_length(title) between 1 and 200),
    seed text not null check (char_length(seed) <= 2000),
    status text not null default 'active' check (status in ('active', 'archived')),
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    check (kind = 'project' or status = 'active')
);
create unique index one_personal_engagement on engagement (person_id) where kind = 'personal';
alter table person add foreign key (id, personal_engagement_id) references engagement (person_id, id)
    deferrable initially deferred;

create table conversation (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    status text not null default 'active' check (status in ('active', 'ready_to_close', 'compressing', 'archived')),
    write boolean not null default true,
    read boolean not null default true,
    message_count integer not null default 0,
    last_message_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);
create unique index one_active_conversation on conversation (person_id) where status = 'active';

create table turn (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    conversation_id uuid not null,
    engagement_id uuid not null,
    channel text not null,
    write boolean not null,
    read boolean not null,
    origin text not null default 'person' check (origin in ('person', 'system')),
    status text not null check (status in ('waiting', 'active', 'answered', 'failed')),
    moment bigint not null default nextval('moment'),
    offered integer not null check (offered >= 1),
    steps text[] not null,
    answers_offer_id uuid,
    activated_at timestamptz not null,
    deadline timestamptz not null,
    closed_at timestamptz,
    intent text,
    action text,
    failure_code text,
    failure_detail text,
    failure_saved boolean,
    stamps jsonb not null default '[]',
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, conversation_id) references conversation (person_id, id) on delete cascade,
    foreign key (person_id, engagement_id) references engagement (person_id, id) on delete cascade
);
create unique index one_turn_in_flight on turn (person_id) where status = 'active';  -- the sweeper reads it too
create unique index turn_by_id on turn (id);  -- a dead letter knows no more
create index turns_in_order on turn (person_id, moment desc);  -- the conversation so far
create index turns_waiting on turn (person_id, moment) where status = 'waiting';  -- replayed ones, at activation
alter table person add foreign key (id, active_turn_id) references turn (person_id, id)
    deferrable initially deferred;

create table line (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    engagement_id uuid not null,
    channel text not null,
    write boolean not null,
    read boolean not null,
    moment bigint not null default nextval('moment'),
    text text not null check (char_length(text) between 1 and 4000),
    body_hash text not null,
    turn_id uuid,
    accepted_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, engagement_id) references engagement (person_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade
);
create index lines_waiting on line (person_id, moment) where turn_id is null;  -- what waits, at activation
create index lines_of_a_turn on line (person_id, turn_id);

create table message (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    conversation_id uuid not null,
    turn_id uuid not null,
    role text not null check (role in ('person', 'companion', 'system')),
    position bigint not null default nextval('moment'),
    content text not null,
    intent text,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, conversation_id) references conversation (person_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade
);
create index messages_in_order on message (person_id, position desc);  -- the history that a turn is opened with
create index messages_of_a_turn on message (person_id, turn_id);

create table offer (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    turn_id uuid not null,
    kind text not null check (kind in
        ('remember', 'retract', 'cross_promote', 'project_facts', 'merge', 'clash', 'consent')),
    items jsonb not null,
    status text not null default 'standing' check (status in ('standing', 'answered', 'lapsed', 'expired')),
    shown_moment bigint not null default nextval('moment'),
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade
);
create unique index one_standing_offer on offer (person_id) where status = 'standing';

create table applied_step (
    tenant_id uuid not null,
    person_id uuid not null,
    turn_id uuid not null,
    step text not null,
    form text,
    created_at timestamptz not null default now(),
    primary key (person_id, turn_id, step),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade
);
comment on column applied_step.form is
    'The whole next form: what a repeated delivery, a re-offer or a restart goes on with. Emptied when the turn closes.';

create table applied_command (
    tenant_id uuid not null references tenant on delete cascade,
    person_id uuid not null,
    key text not null,
    body_hash text not null,
    answer text not null,
    created_at timestamptz not null default now(),
    primary key (person_id, key),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
        deferrable initially deferred
);

create table outbox (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    subject text not null,
    message_id text,
    body text not null,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);

create table dead_letter (
    id uuid primary key,
    tenant_id uuid,
    person_id uuid,
    turn_id uuid,
    step text not null,
    reason text not null,
    attempts integer not null,
    form text,
    created_at timestamptz not null default now(),
    replayed_at timestamptz,
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade
);
create index dead_letters_newest on dead_letter (created_at desc);
create index dead_letters_of_a_turn on dead_letter (person_id, turn_id);

do $$
declare
    owned text;
begin
    foreach owned in array array['api_token', 'sign_in_code', 'engagement', 'conversation', 'turn', 'line', 'message',
                                 'offer', 'applied_step', 'applied_command', 'outbox', 'dead_letter'] loop
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

alter table person enable row level security;
alter table person force row level security;
create policy migrations on person to current_user using (true) with check (true);
create policy own_rows on person to holdfast_app
    using (tenant_id = (select setting_uuid('app.tenant')) and id = (select setting_uuid('app.person')))
    with check (tenant_id = (select setting_uuid('app.tenant')) and id = (select setting_uuid('app.person')));
grant select, insert, update, delete on person to holdfast_app;
grant usage on sequence moment to holdfast_app;
alter table tenant enable row level security;
alter table tenant force row level security;
create policy migrations on tenant to current_user using (true) with check (true);
create policy own_tenant on tenant to holdfast_app using (id = (select setting_uuid('app.tenant')));
grant select on tenant to holdfast_app;
insert into tenant (id) values ('00000000-0000-7000-8000-000000000001');

-- What must be known before a person is set, or about all of them: answered by the owner, ids and numbers only.

create function token_owner(wanted text) returns table (tenant_id uuid, person_id uuid, scope text)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select t.tenant_id, t.person_id, t.scope from api_token t
    where t.digest = wanted and (t.expires_at is null or t.expires_at > now());
end;

create function code_owner(wanted text) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select c.tenant_id, c.person_id from sign_in_code c where c.digest = wanted;
end;

create function turn_owner(wanted uuid) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select t.tenant_id, t.person_id from turn t where t.id = wanted;
end;

create function active_turns()
    returns table (tenant_id uuid, person_id uuid, turn_id uuid, activated_at timestamptz, deadline timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select t.tenant_id, t.person_id, t.id, t.activated_at, t.deadline from turn t where t.status = 'active';
end;

create function line_counts() returns table (active_turns bigint, oldest_active timestamptz, waiting_lines bigint, dead_letters bigint)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select (select count(*) from turn where status = 'active'),
           (select min(activated_at) from turn where status = 'active'),
           (select count(*) from line where turn_id is null),
           (select count(*) from dead_letter where replayed_at is null);
end;

create function letters_left(older_than timestamptz) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select distinct o.tenant_id, o.person_id from outbox o where o.created_at < older_than;
end;

create function newest_dead_letters(most integer)
    returns table (id uuid, turn_id uuid, step text, reason text, attempts integer, created_at timestamptz, replayed_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select d.id, d.turn_id, d.step, d.reason, d.attempts, d.created_at, d.replayed_at
    from dead_letter d order by d.created_at desc, d.id desc limit most;
end;

create function dead_letter_owner(wanted uuid) returns table (tenant_id uuid, person_id uuid, turn_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select d.tenant_id, d.person_id, d.turn_id from dead_letter d where d.id = wanted;
end;

create function bury_unowned(letter uuid, at_step text, because text, tried integer) returns void
    language sql security definer set search_path = pg_catalog, public
begin atomic
    insert into dead_letter (id, step, reason, attempts) values (letter, at_step, because, tried);
end;

do $$
declare
    callable text;
begin
    foreach callable in array array['token_owner(text)', 'code_owner(text)', 'turn_owner(uuid)', 'active_turns()',
                                    'line_counts()', 'letters_left(timestamptz)', 'newest_dead_letters(integer)',
                                    'dead_letter_owner(uuid)', 'bury_unowned(uuid, text, text, integer)'] loop
        execute format('revoke execute on function %s from public', callable);
        execute format('grant execute on function %s to holdfast_app', callable);
    end loop;
end $$;
