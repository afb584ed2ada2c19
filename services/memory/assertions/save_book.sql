-- What an operation did: rows as they are now, one row of history and of audit for each change, the revision up by one.
with revised as (
    update person set revision = revision + cast(:step as bigint) where id = :person_id returning revision
), stored as (
    insert into assertion (tenant_id, person_id, embedding, space,
\ir saved_columns.sql
    )
    select :tenant_id, :person_id, embedding, case when embedding is null then 0 else :space end,
\ir saved_columns.sql
    from jsonb_populate_recordset(cast(null as assertion), cast(:rows as jsonb))
    on conflict (person_id, id) do update set (
\ir saved_columns.sql
        ) = (select
\ir saved_columns.sql
            from (select excluded.*) as anew),
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
