-- Erasing: who may rewrite a table's file, which columns leave no samples behind, what finds a person's rows fast.

-- Embedded when they come, so that what is never to be remembered again is known by its meaning when they land.
alter table import_row add column embedding halfvec(384);

-- A foreign key that clears or takes along rows looks for them each time.
create index offers_of_a_turn on offer (person_id, turn_id);
create index corrections_of_a_turn on correction (person_id, turn_id);
create index references_of_an_assertion on memory_reference (person_id, assertion_id);
create index import_rows_of_an_assertion on import_row (person_id, assertion_id) where assertion_id is not null;
create index assertions_from_a_source on assertion (person_id, source_assertion_id) where source_assertion_id is not null;
create index assertions_replacing on assertion (person_id, replaces_id) where replaces_id is not null;
create index assertions_from_a_project on assertion (person_id, source_engagement_id)
    where source_engagement_id is not null;
create index assertions_of_an_import on assertion (person_id, import_id) where import_id is not null;
create index history_in_order on assertion_history (person_id, moment);  -- the export

-- Words and meanings must not be sampled into the planner's statistics, which an erasure does not reach.
do $$
declare
    sampled record;
begin
    for sampled in
        select c.relname, a.attname
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        join (values
            ('engagement', 'title'), ('engagement', 'seed'), ('person', 'companion_name'), ('line', 'text'),
            ('message', 'content'), ('offer', 'items'), ('applied_step', 'form'), ('applied_command', 'answer'),
            ('outbox', 'body'), ('dead_letter', 'form'), ('turn', 'failure_detail'), ('assertion', 'content'),
            ('assertion', 'own_words'), ('assertion', 'embedding'), ('assertion_history', 'old'),
            ('assertion_history', 'new'), ('mention', 'words'), ('mention', 'content'), ('refusal', 'text'),
            ('refusal', 'digest'), ('refusal', 'embedding'), ('classification', 'parameters'),
            ('memory_reference', 'reason'), ('correction', 'original'), ('correction', 'corrected'),
            ('import_row', 'body'), ('import_row', 'embedding')
        ) as wording (relname, attname) on wording.relname = c.relname and wording.attname = a.attname
    loop
        execute format('alter table %I alter column %I set statistics 0', sampled.relname, sampled.attname);
    end loop;
end $$;

-- The services may have a table's file written anew: a plain vacuum leaves erased words in the gaps of its pages.
do $$
declare
    owned text;
begin
    for owned in select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
                 and c.relrowsecurity and c.relname <> 'tenant'
    loop
        execute format('grant maintain on %I to holdfast_app', owned);
    end loop;
end $$;

create index erasures_newest on erasure (created_at);

-- For the chores, which must know that something was erased, and for whom; ids and times only.
create function newest_erasure() returns timestamptz
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select max(e.created_at) from erasure e;
end;

create function erasures_since(moment timestamptz)
    returns table (tenant_id uuid, person_id uuid, ended_turn_id uuid, created_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select e.tenant_id, e.person_id, (e.report ->> 'ended_turn_id')::uuid, e.created_at
    from erasure e where e.created_at > moment order by e.created_at;
end;

do $$
declare
    callable text;
begin
    foreach callable in array array['newest_erasure()', 'erasures_since(timestamptz)'] loop
        execute format('revoke execute on function %s from public', callable);
        execute format('grant execute on function %s to holdfast_app', callable);
    end loop;
end $$;
