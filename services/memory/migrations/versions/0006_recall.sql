-- Recall: an entry for each text that can be found, a posting for each of its terms.

alter table assertion
    add column space smallint not null default 1,
    add column edition smallint not null default 0;
comment on column assertion.space is
    'Which embedder its vector is from: vectors of two embedders cannot be compared. 0: it has none yet.';
comment on column assertion.edition is
    'In which edition of the index it is entered. 0: not at all, because it is not known, or waits for the indexing chore.';
alter table refusal add column space smallint not null default 1;
alter table import_row add column space smallint not null default 1;
alter table message add column edition smallint not null default 0;

create sequence entry_number;
grant usage on sequence entry_number to holdfast_app;

create table entry (
    tenant_id uuid not null,
    person_id uuid not null,
    number bigint not null default nextval('entry_number'),
    assertion_id uuid,
    message_id uuid,
    turn_id uuid,
    engagement_id uuid not null,
    role text not null check (role in ('assertion', 'person', 'companion')),
    kind text,
    category text,
    position bigint,
    part smallint not null default 0,
    begins integer not null default 0,
    ends integer not null default 0,
    at timestamptz not null,
    length smallint not null check (length >= 0),
    asks boolean not null,
    edition smallint not null,
    embedding halfvec(384) not null,
    primary key (person_id, number),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, engagement_id) references engagement (person_id, id) on delete cascade,
    foreign key (person_id, assertion_id) references assertion (person_id, id) on delete cascade,
    foreign key (person_id, message_id) references message (person_id, id) on delete cascade,
    check ((role = 'assertion') = (assertion_id is not null)),
    check ((role = 'assertion') = (message_id is null))
);
comment on table entry is
    'What can be found: each memory that is known and in use, each stretch of what was said. The text stays where it is.';
create index entries_of_assertions on entry (person_id, assertion_id) where assertion_id is not null;
create index entries_of_talk on entry (person_id, position, part) where message_id is not null;  -- what was said around it
create index entries_of_messages on entry (person_id, message_id) where message_id is not null;

create table posting (
    tenant_id uuid not null,
    person_id uuid not null,
    term text not null,
    number bigint not null,
    frequency smallint not null,
    primary key (person_id, term, number) include (tenant_id, frequency),
    foreign key (person_id, number) references entry (person_id, number) on delete cascade
);
comment on table posting is 'Which term stands how often in which entry. A ~ is before one that only the person''s own words for a memory have.';
create index postings_of_an_entry on posting (person_id, number);  -- goes with its entry

-- Whoever changes a text, or makes it unknown, loses its place in the index in the same statement.

create function unlist_assertion() returns trigger language plpgsql as $$
begin
    delete from entry e where e.person_id = new.person_id and e.assertion_id = new.id;
    new.edition := 0;
    return new;
end $$;
create trigger unlisted before update of content, own_words, force, state, kind, category, engagement_id on assertion
    for each row when (old.edition <> 0 and (old.content, old.own_words, old.force, old.state, old.kind, old.category, old.engagement_id)
                       is distinct from (new.content, new.own_words, new.force, new.state, new.kind, new.category, new.engagement_id))
    execute function unlist_assertion();

create function unlist_message() returns trigger language plpgsql as $$
begin
    delete from entry e where e.person_id = new.person_id and e.message_id = new.id;
    new.edition := 0;
    return new;
end $$;
create trigger unlisted before update of content on message
    for each row when (old.content is distinct from new.content) execute function unlist_message();

-- A line is entered with the two that were said before it in its place. Whatever becomes of those is entered anew with it.
-- What lies seven hours off is not looked at: or the first line of a day would be held against all that was ever said.
create function said_before(whose uuid, said uuid) returns text[] language sql stable as $$
    select array(
        select b.content
        from message m
        join turn t on t.person_id = m.person_id and t.id = m.turn_id
        join message b on b.person_id = m.person_id and b.position < m.position and b.role <> 'system'
                      and b.created_at > m.created_at - interval '6 hours'
                      and b.position > coalesce((select o.position from message o
                                                 where o.person_id = m.person_id and o.position < m.position
                                                   and o.created_at < m.created_at - interval '7 hours'
                                                 order by o.position desc limit 1), 0)
        join turn u on u.person_id = b.person_id and u.id = b.turn_id and u.write and u.engagement_id = t.engagement_id
        where m.person_id = whose and m.id = said
        order by b.position desc
        limit 2)
$$;
create function said_after(whose uuid, said uuid) returns setof uuid language sql stable as $$
    select f.id
    from message m
    join turn t on t.person_id = m.person_id and t.id = m.turn_id and t.write
    cross join lateral (
        select a.id
        from message a
        join turn u on u.person_id = a.person_id and u.id = a.turn_id and u.write and u.engagement_id = t.engagement_id
        where a.person_id = m.person_id and a.position > m.position and a.role <> 'system'
          and a.created_at < m.created_at + interval '6 hours'
          and a.position < coalesce((select o.position from message o
                                     where o.person_id = m.person_id and o.position > m.position
                                       and o.created_at > m.created_at + interval '7 hours'
                                     order by o.position limit 1), 9223372036854775807)
        order by a.position
        limit 2) f
    where m.person_id = whose and m.id = said and m.role <> 'system'
$$;
comment on function said_after is 'The lines that are entered with this one: the inverse of said_before.';

create function unlist_what_follows() returns trigger language plpgsql as $$
declare
    later uuid[] := array(select * from said_after(new.person_id, new.id));
begin
    delete from entry e where e.person_id = new.person_id and e.message_id = any(later);
    update message m set edition = 0 where m.person_id = new.person_id and m.id = any(later) and m.edition <> 0;
    return null;
end $$;
create trigger unlisted_with_it after update of content on message
    for each row when (old.content is distinct from new.content) execute function unlist_what_follows();

-- The same for what goes, often a year of talk at once: what is left is looked through once, not once for each line.
create function unlist_what_followed() returns trigger language plpgsql as $$
begin
    with away as (
        select g.person_id, t.engagement_id, g.id, g.position, g.created_at
        from gone g join turn t on t.person_id = g.person_id and t.id = g.turn_id and t.write
        where g.role <> 'system'
    ), span as (
        select w.person_id, min(w.position) as first, max(w.position) as last, max(w.created_at) as at
        from away w group by w.person_id
    ), lines as (
        select w.person_id, w.engagement_id, w.id, w.position, w.created_at, w.created_at as gone_at from away w
        union all
        select m.person_id, u.engagement_id, m.id, m.position, m.created_at, null
        from span s
        join message m on m.person_id = s.person_id and m.position > s.first and m.role <> 'system'
                      and m.position < coalesce((select o.position from message o
                                                 where o.person_id = s.person_id and o.position > s.last
                                                   and o.created_at > s.at + interval '7 hours'
                                                 order by o.position limit 1), 9223372036854775807)
        join turn u on u.person_id = m.person_id and u.id = m.turn_id and u.write
    ), later as (
        select l.person_id, l.id
        from (select n.*, greatest(lag(n.gone_at, 1) over place, lag(n.gone_at, 2) over place) as followed
              from lines n window place as (partition by n.person_id, n.engagement_id order by n.position)) l
        where l.gone_at is null and l.followed > l.created_at - interval '6 hours'
    ), unlisted as (
        delete from entry e using later l where e.person_id = l.person_id and e.message_id = l.id
    )
    update message m set edition = 0 from later l where m.person_id = l.person_id and m.id = l.id and m.edition <> 0;
    return null;
end $$;
create trigger unlisted_with_what_went after delete on message
    referencing old table as gone for each statement execute function unlist_what_followed();

-- What the indexing chore has to do. Nearly all rows are of the current edition: the index finds the few that are not, and
-- whose they are.
create index assertions_by_edition on assertion (edition, person_id, tenant_id) where force = 'committed' and state = 'active';
create index messages_by_edition on message (edition, person_id, tenant_id) where role <> 'system';
create index assertions_by_space on assertion (space, person_id, tenant_id);
create index refusals_by_space on refusal (space, person_id, tenant_id) where text is not null;

create function people_to_index(edition_now smallint, space_now smallint, beyond uuid, most integer)
    returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.tenant_id, w.person_id
    from (
        select a.tenant_id, a.person_id from assertion a
        where a.force = 'committed' and a.state = 'active' and a.edition < edition_now
        union
        select a.tenant_id, a.person_id from assertion a where a.space < space_now
        union
        select r.tenant_id, r.person_id from refusal r where r.text is not null and r.space < space_now
        union
        select m.tenant_id, m.person_id from message m where m.role <> 'system' and m.edition < edition_now
    ) w
    where beyond is null or w.person_id > beyond
    order by w.person_id
    limit most;
end;
comment on function people_to_index is 'Of whom something waits for the index; so many, in the order of ids.';
revoke execute on function people_to_index(smallint, smallint, uuid, integer) from public;
grant execute on function people_to_index(smallint, smallint, uuid, integer) to holdfast_app;

do $$
declare
    owned text;
begin
    foreach owned in array array['entry', 'posting'] loop
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
