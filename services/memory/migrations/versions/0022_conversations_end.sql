-- Conversations that end with meaning: how each stands, its draft, what it left open; and the table of background work.
-- The previous release works during it: it knows conversations only as active ones.

-- ---- the conversation ----

alter table conversation
    add column paused_at timestamptz,
    add column ready_at timestamptz,
    add column closed_at timestamptz,
    add column archived_at timestamptz,
    add column kept text check (kept in ('confirmed', 'nothing', 'unconfirmed', 'empty', 'earlier')),
    add column quiet_told_at timestamptz,
    add column drafts integer not null default 0,
    add column decided text;
comment on column conversation.drafts is
    'How many drafts were made of what it meant, whatever became of them: the version of the next, which nobody has seen.';
comment on column conversation.paused_at is 'Since when nudges are silenced; only while it is active.';
comment on column conversation.ready_at is 'Since when it waits for the person''s yes to what it meant.';
comment on column conversation.decided is
    'What the person confirmed, while it is being applied: whoever finds it after a crash goes on with it. Emptied then.';
create unique index one_open_conversation on conversation (person_id) where status in ('active', 'ready_to_close');
drop index one_active_conversation;
create index conversations_newest on conversation (person_id, created_at desc);  -- the archive
create index conversations_ready on conversation (ready_at) where status = 'ready_to_close';  -- the chore that puts away
create index conversations_compressing on conversation (closed_at) where status = 'compressing';  -- the chore that goes on
create index conversations_unconfirmed on conversation (archived_at) where kept = 'unconfirmed';  -- the chore after a late yes
create index turns_of_a_conversation on turn (person_id, conversation_id, moment);  -- transcripts, and what is gathered

-- ---- what it would leave, and what it left ----

create table closing_draft (
    tenant_id uuid not null,
    person_id uuid not null,
    conversation_id uuid not null,
    version integer not null,
    memory_id uuid not null,
    body text not null,
    epoch bigint not null,
    created_at timestamptz not null default now(),
    primary key (person_id, conversation_id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, conversation_id) references conversation (person_id, id) on delete cascade
);
comment on table closing_draft is
    'What a conversation that is ready to close would leave: known to nobody, and gone when it is answered or resumed.';

create table narrative (
    assertion_id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    conversation_id uuid,
    original text not null check (char_length(original) <= 1200),
    edited boolean not null default false,
    veiled boolean not null default false,
    model text not null default '',
    reduced boolean not null default false,
    passes integer not null default 0,
    took_ms real not null default 0,
    suggested_engagement_id uuid,
    confidence real not null default 0,
    reason text not null default '',
    at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (person_id, assertion_id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade,
    foreign key (person_id, conversation_id) references conversation (person_id, id) on delete set null (conversation_id)
);
comment on column narrative.original is 'As it was drafted; the assertion''s text may have been edited since.';
comment on column narrative.veiled is 'It tells, word for word, what was taken back since: no model is shown it.';
create index narratives_of_a_conversation on narrative (person_id, conversation_id);
create index narratives_by_time on narrative (person_id, at desc);  -- Your Story

create table memory_entity (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    assertion_id uuid not null,
    turn_id uuid,
    entity_type text not null check (entity_type in
        ('person', 'task', 'decision', 'waiting_on', 'question_opened', 'question_resolved', 'blocker', 'blocker_cleared',
         'priority_change', 'act_reference', 'act_update', 'insight')),
    data jsonb not null,
    label text not null check (char_length(label) <= 900),
    category text,
    quote text not null default '',
    is_active boolean not null default false,
    since timestamptz not null,
    touched_at timestamptz not null,
    engagement_id uuid,
    due_at date,
    resolved_at timestamptz,
    resolved_by uuid,
    stale_told_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete set null (turn_id),
    foreign key (person_id, engagement_id) references engagement (person_id, id) on delete set null (engagement_id),
    foreign key (person_id, resolved_by) references assertion (person_id, id) on delete set null (resolved_by)
);
comment on column memory_entity.engagement_id is 'Of a project that was spoken of: which it is. Its memories list this one, too.';
comment on column memory_entity.label is 'What it is about in one line, as it is shown and searched for.';
comment on column memory_entity.category is
    'What it is about: an agent sees a memory only where it may see all that the memory names; none, and no agent does.';
comment on column memory_entity.is_active is 'Its memory was confirmed. What is only held takes part in nothing.';
comment on column memory_entity.touched_at is 'When it was last spoken of, edited or reopened: stale is counted from here.';
create index entities_of_a_memory on memory_entity (person_id, assertion_id);
create index entities_of_a_project on memory_entity (person_id, engagement_id) where engagement_id is not null;
create index entities_open on memory_entity (person_id, since)
    where is_active and resolved_at is null and entity_type in ('question_opened', 'waiting_on', 'task', 'blocker');
create index entities_by_time on memory_entity (person_id, entity_type, since desc) where is_active;  -- the greeting

create table state_delta (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    assertion_id uuid not null,
    delta_type text not null check (delta_type in
        ('new_waiting_on', 'resolved_waiting_on', 'new_thread', 'resolved_thread', 'priority_change', 'act_update')),
    entity_id uuid,
    thread_id uuid,
    data jsonb not null,
    before jsonb,
    confidence real not null,
    applied boolean not null default false,
    applied_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade,
    foreign key (person_id, entity_id) references memory_entity (person_id, id) on delete set null (entity_id),
    foreign key (person_id, thread_id) references memory_entity (person_id, id) on delete set null (thread_id)
);
comment on column state_delta.data is 'The change as it was proposed, with its evidence.';
comment on column state_delta.before is 'What it changed, as that was and as it became: undoing brings back exactly this.';
create index deltas_of_a_memory on state_delta (person_id, assertion_id);
create index deltas_of_a_thread on state_delta (person_id, thread_id);

create table theme (
    tenant_id uuid not null,
    person_id uuid not null,
    place smallint not null,
    label text not null,
    times integer not null,
    among integer not null,
    memory_ids uuid[] not null,
    created_at timestamptz not null default now(),
    primary key (person_id, place),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);
comment on table theme is 'What comes up again and again in the newest narratives of Your Story; made anew at each closing.';

alter table offer drop constraint offer_kind_check;
alter table offer add constraint offer_kind_check check (kind in
    ('remember', 'retract', 'cross_promote', 'project_facts', 'merge', 'clash', 'consent', 'closing')) not valid;

alter table import_row drop constraint import_row_kind_check;
alter table import_row add constraint import_row_kind_check check (kind in
    ('engagement', 'assertion', 'history', 'never', 'plain', 'conversation', 'narrative', 'entity', 'delta')) not valid;

-- ---- background work ----

alter table person add column epoch bigint not null default 0;
comment on column person.epoch is
    'Raised when something that background work may have read is hidden or reworded: what is in flight ends and begins anew.';

create table work (
    id uuid not null unique,
    tenant_id uuid not null,
    person_id uuid not null,
    line text not null,
    key text not null,
    subject_id uuid not null,
    state text not null default 'waiting' check (state in ('waiting', 'active', 'done', 'failed', 'ended')),
    step text not null,
    steps_done text[] not null default '{}',
    priority smallint not null default 1,
    attempt integer not null default 1,
    offered integer not null default 0,
    epoch bigint not null default 0,
    tries smallint not null default 0,
    restarts smallint not null default 0,
    not_before timestamptz not null default now(),
    started_at timestamptz,
    deadline timestamptz,
    ended_at timestamptz,
    form text,
    reason text not null default '',
    counted text[] not null default '{}',
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    unique (person_id, line, key),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade
);
comment on table work is 'Background thinking: the table is the queue. A form is what the next step begins with; empty at the end.';
comment on column work.priority is '0 asked for, 1 due, 2 by night.';
comment on column work.attempt is 'The life of it: raised by an erasure, a resume or a new beginning, which fences every copy.';
comment on column work.tries is 'How often this step took too long.';
comment on column work.counted is
    'Digests of the calls of models that were counted: each is, once, whatever becomes of what it answered.';
comment on column work.epoch is 'The person''s, when this life of it began.';
comment on column work.step is 'The step that is next, or at work.';
create index works_waiting on work (line, priority, not_before) where state = 'waiting';  -- admission
create index works_active on work (line) where state = 'active';  -- admission and sweeping

alter table dead_letter add column work_id uuid;
alter table open_look add column work_ids uuid[] not null default '{}';
comment on column open_look.work_ids is 'Works that were on their way, whose messages are to be gone as well.';
drop function erasures_since(timestamptz);  -- it gives more from now on: see functions

-- What holds words leaves no samples for the planner, as in 0003.
alter table conversation alter column decided set statistics 0;
alter table closing_draft alter column body set statistics 0;
alter table narrative alter column original set statistics 0, alter column reason set statistics 0;
alter table memory_entity
    alter column data set statistics 0, alter column label set statistics 0, alter column quote set statistics 0;
alter table state_delta alter column data set statistics 0, alter column before set statistics 0;
alter table theme alter column label set statistics 0;
alter table work alter column form set statistics 0;

do $$
declare
    owned text;
begin
    foreach owned in array array['closing_draft', 'narrative', 'memory_entity', 'state_delta', 'theme', 'work'] loop
        execute format('alter table %I enable row level security', owned);
        execute format('alter table %I force row level security', owned);
        execute format('create policy migrations on %I to current_user using (true) with check (true)', owned);
        execute format($policy$create policy own_rows on %I to holdfast_app
            using (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')))
            with check (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')))
            $policy$, owned);
        execute format('grant select, insert, update, delete, maintain on %I to holdfast_app', owned);
    end loop;
end $$;
