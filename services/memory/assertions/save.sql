-- What an operation did: rows as they are now, one row of history and of audit for each change, the revision up by one.
with revised as (
    update person set revision = revision + cast(:step as bigint) where id = :person_id returning revision
), stored as (
    insert into assertion (id, tenant_id, person_id, engagement_id, display_number, kind, category, content, own_words,
                           force, previous_force, reason, state, importance, sensitive, pinned, about, label, actor,
                           version, turn_id, source_assertion_id, source_engagement_id, replaces_id,
                           replaced_by_id, import_id, model, prompt_version, embedding, space, access_count,
                           last_accessed_at, created_at, updated_at, expires_at, agent_id, run_id, purge_at)
    select r.id, :tenant_id, :person_id, r.engagement_id, r.display_number, r.kind, r.category, r.content, r.own_words,
           r.force, r.previous_force, r.reason, r.state, r.importance, r.sensitive, r.pinned, r.about, r.label, r.actor,
           r.version, r.turn_id, r.source_assertion_id, r.source_engagement_id, r.replaces_id, r.replaced_by_id,
           r.import_id, r.model, r.prompt_version, cast(r.embedding as halfvec(384)),
           case when r.embedding is null then 0 else :space end, r.access_count, r.last_accessed_at, r.created_at,
           r.updated_at, r.expires_at, r.agent_id, r.run_id, r.purge_at
    from jsonb_to_recordset(cast(:rows as jsonb)) as r (
        id uuid, engagement_id uuid, display_number integer, kind text, category text, content text, own_words text,
        force text, previous_force text, reason text, state text, importance smallint, sensitive boolean,
        pinned boolean, about text, label text, actor text, version integer, turn_id uuid, source_assertion_id uuid,
        source_engagement_id uuid, replaces_id uuid, replaced_by_id uuid, import_id uuid, model text,
        prompt_version integer, embedding text, access_count integer, last_accessed_at timestamptz, created_at timestamptz,
        updated_at timestamptz, expires_at timestamptz, agent_id text, run_id text, purge_at timestamptz)
    on conflict (person_id, id) do update set
        engagement_id = excluded.engagement_id, display_number = excluded.display_number,
        category = excluded.category, content = excluded.content, own_words = excluded.own_words, force = excluded.force,
        previous_force = excluded.previous_force, reason = excluded.reason, state = excluded.state,
        importance = excluded.importance, pinned = excluded.pinned, version = excluded.version,
        replaces_id = excluded.replaces_id, replaced_by_id = excluded.replaced_by_id,
        access_count = excluded.access_count,
        last_accessed_at = excluded.last_accessed_at, updated_at = excluded.updated_at, expires_at = excluded.expires_at,
        purge_at = excluded.purge_at,
        warned_at = case when excluded.purge_at = assertion.purge_at then assertion.warned_at end,
        embedding = case when excluded.content = assertion.content then coalesce(excluded.embedding, assertion.embedding)
                         else excluded.embedding end,  -- never that of the text before
        space = case when excluded.content = assertion.content and excluded.embedding is null then assertion.space
                     else excluded.space end
), told as (
    insert into assertion_history (id, tenant_id, person_id, assertion_id, revision, event, verb, actor, old, new,
                                   force_from, force_to, version, reason, decision, turn_id, created_at)
    select h.id, :tenant_id, :person_id, h.assertion_id, revised.revision, h.event, h.verb, h.actor, h.old, h.new,
           h.force_from, h.force_to, h.version, h.reason, h.decision, h.turn_id, :now
    from revised, jsonb_to_recordset(cast(:history as jsonb)) as h (
        id uuid, assertion_id uuid, event text, verb text, actor text, old text, new text, force_from text,
        force_to text, version integer, reason text, decision text, turn_id uuid)
), chained as (
    insert into audit (tenant_id, person_id, number, at, actor, verb, assertion_id, force_from, force_to, version,
                       turn_id, content_hash, chain, chain_version, policy_version, prompt_version, command_hash)
    select :tenant_id, :person_id, u.number, :now, u.actor, u.verb, u.assertion_id, u.force_from, u.force_to,
           u.version, u.turn_id, decode(u.content_hash, 'hex'), decode(u.chain, 'hex'), u.chain_version,
           u.policy_version, u.prompt_version, decode(u.command_hash, 'hex')
    from jsonb_to_recordset(cast(:audit as jsonb)) as u (
        number bigint, actor text, verb text, assertion_id uuid, force_from text, force_to text, version integer,
        turn_id uuid, content_hash text, chain text, chain_version smallint, policy_version smallint,
        prompt_version integer, command_hash text)
), numbered as (
    update engagement e set numbered = n.numbered
    from jsonb_to_recordset(cast(:numbers as jsonb)) as n (id uuid, numbered integer)
    where e.person_id = :person_id and e.id = n.id
), said as (
    insert into mention (tenant_id, person_id, turn_id, assertion_id, role, words, content)
    select :tenant_id, :person_id, m.turn_id, m.assertion_id, m.role, m.words, m.content
    from jsonb_to_recordset(cast(:mentions as jsonb)) as m (
        turn_id uuid, assertion_id uuid, role text, words text, content text)
    join turn t on t.person_id = :person_id and t.id = m.turn_id and t.write  -- off the record nothing is said
    on conflict do nothing
), refused as (
    insert into refusal (id, tenant_id, person_id, level, digest, text, embedding, space)
    select f.id, :tenant_id, :person_id, f.level, decode(f.digest, 'hex'), f.text, m.embedding,
           case when m.embedding is null then 0 else :space end
    from jsonb_to_recordset(cast(:refused as jsonb)) as f (id uuid, level text, digest text, text text, embedding text)
    cross join lateral (
        select coalesce(cast(f.embedding as halfvec(384)),
                        (select a.embedding from assertion a  -- what is taken back has its meaning already
                         where a.person_id = :person_id and a.content = f.text and a.embedding is not null
                           and a.space = :space limit 1)) as embedding) m
), lifted as (
    delete from refusal where person_id = :person_id and id = any(cast(:lifted as uuid[]))
)
select revision from revised
