-- Which memories are near each other; what is set aside because nobody touched it; counts for whoever operates this.

create table relation (
    tenant_id uuid not null,
    person_id uuid not null,
    from_id uuid not null,
    to_id uuid not null,
    relation_type text not null default 'related_to' check (relation_type in ('related_to')),
    strength real not null check (strength between 0 and 1),
    created_at timestamptz not null default now(),
    primary key (person_id, from_id, to_id, relation_type),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, from_id) references assertion (person_id, id) on delete cascade,
    foreign key (person_id, to_id) references assertion (person_id, id) on delete cascade,
    check (from_id <= to_id)
);
comment on table relation is
    'Two memories that are near each other, once for both directions: the lesser id stands first. Goes with either of them.';
create index relations_of_the_other_end on relation (person_id, to_id);

-- ---- forgetting over time ----

alter table assertion
    add column purge_at timestamptz,
    add column warned_at timestamptz,
    add check ((state = 'soft_deleted') = (purge_at is not null)),
    add check (state = 'active' or force = 'committed'),
    add check (warned_at is null or purge_at is not null);
comment on column assertion.purge_at is 'When what was set aside is erased, unless the person keeps it.';
comment on column assertion.warned_at is 'When the person was told that it is erased soon.';

-- The forgetting chore. Its columns leave an access what it is: an update in place.
create index assertions_untouched on assertion (person_id, updated_at)
    where force = 'committed' and state = 'active' and not pinned and importance < 3;
create index assertions_set_aside on assertion (person_id, purge_at) where state = 'soft_deleted';

create function people_to_forget_for(
    untouched_since timestamptz, warned_by timestamptz, purged_by timestamptz, beyond uuid, most integer
) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.tenant_id, w.person_id
    from (
        (select a.tenant_id, a.person_id from assertion a
         where a.force = 'committed' and a.state = 'active' and not a.pinned and a.importance < 3
           and a.updated_at < untouched_since and a.created_at < untouched_since
           and coalesce(a.last_accessed_at < untouched_since, true)
           and (beyond is null or a.person_id > beyond)
         group by a.person_id, a.tenant_id order by a.person_id limit most)
        union
        (select a.tenant_id, a.person_id from assertion a
         where a.state = 'soft_deleted' and (beyond is null or a.person_id > beyond)
           and case when a.warned_at is null then a.purge_at <= warned_by else a.purge_at <= purged_by end
         group by a.person_id, a.tenant_id order by a.person_id limit most)
    ) w
    order by w.person_id
    limit most;
end;
comment on function people_to_forget_for is
    'Of whom something has not been touched since, or is to be announced or purged by then; so many, in the order of ids.';

-- ---- operational events ----

create table operational_event (
    moment bigint not null default nextval('moment') primary key,
    at timestamptz not null,
    node text not null,
    operation text not null,
    status text not null check (status in ('ok', 'error', 'skipped')),
    count integer not null default 1 check (count > 0),
    tenant_id uuid,
    person_id uuid,
    assertion_id uuid,
    category text,
    similarity real,
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete set null (assertion_id),
    check (person_id is not null or assertion_id is null)
);
comment on table operational_event is
    'What was done, by stage, operation and status: numbers for operators, without content. Kept for thirty days.';
create index events_by_time on operational_event (at);
create index events_of_an_assertion on operational_event (person_id, assertion_id) where person_id is not null;

create function events_counted(since timestamptz, bucket interval)
    returns table (begins timestamptz, node text, operation text, status text, category text, count bigint,
                   similarity double precision)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select date_bin(bucket, e.at, since), e.node, e.operation, e.status, e.category, sum(e.count), avg(e.similarity)
    from operational_event e where e.at >= since
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
end;

create function drop_events(before timestamptz, most integer) returns bigint
    language sql security definer set search_path = pg_catalog, public
begin atomic
    with gone as (
        delete from operational_event e
        where e.moment in (select o.moment from operational_event o where o.at < before order by o.at limit most
                       for update skip locked)
        returning 1
    )
    select count(*) from gone;
end;

do $$
declare
    callable text;
begin
    foreach callable in array array['people_to_forget_for(timestamptz, timestamptz, timestamptz, uuid, integer)',
                                    'events_counted(timestamptz, interval)', 'drop_events(timestamptz, integer)'] loop
        execute format('revoke execute on function %s from public', callable);
        execute format('grant execute on function %s to holdfast_app', callable);
    end loop;
end $$;

do $$
declare
    owned text;
begin
    foreach owned in array array['relation', 'operational_event'] loop
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
-- What is nobody's can be noted by every service, and is read by none but through the counts above.
create policy nobodys_rows on operational_event for insert to holdfast_app
    with check (person_id is null and tenant_id is null and assertion_id is null);
