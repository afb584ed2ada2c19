-- The one yes to all of a file, for a batch of it: forces and histories as they were, one row of audit each, the revision up by one.
with revised as (
    update person set revision = revision + 1 where id = :person_id returning revision
), restored as (
    update assertion a
    set force = r.force, previous_force = r.previous_force, reason = r.reason, version = r.version,
        expires_at = r.expires_at, last_accessed_at = :now  -- or what is old in the file would be set aside at once
    from jsonb_to_recordset(cast(:rows as jsonb)) as r (
        id uuid, force text, previous_force text, reason text, version integer, expires_at timestamptz)
    where a.person_id = :person_id and a.id = r.id
), landed as (
    delete from assertion_history h
    where h.person_id = :person_id and h.assertion_id = any(cast(:with_history as uuid[]))
), told as (
    insert into assertion_history (id, tenant_id, person_id, assertion_id, revision, event, verb, actor, old, new,
                                   force_from, force_to, version, reason, decision, turn_id, created_at)
    select h.id, :tenant_id, :person_id, h.assertion_id, case when h.newest then revised.revision else 0 end, h.event,
           h.verb, h.actor, h.old, h.new, h.force_from, h.force_to, h.version, h.reason, h.decision, h.turn_id, h.at
    from revised, jsonb_to_recordset(cast(:history as jsonb)) as h (
        id uuid, assertion_id uuid, newest boolean, event text, verb text, actor text, old text, new text,
        force_from text, force_to text, version integer, reason text, decision text, turn_id uuid, at timestamptz,
        place bigint)
    order by h.place
), chained as (
    insert into audit (tenant_id, person_id, number, at, actor, verb, assertion_id, force_from, force_to, version,
                       turn_id, content_hash, chain, chain_version, policy_version, prompt_version, command_hash)
    select :tenant_id, :person_id, u.number, :now, u.actor, u.verb, u.assertion_id, u.force_from, u.force_to,
           u.version, null, decode(u.content_hash, 'hex'), decode(u.chain, 'hex'), u.chain_version, u.policy_version,
           u.prompt_version, decode(u.command_hash, 'hex')
    from jsonb_to_recordset(cast(:audit as jsonb)) as u (
        number bigint, actor text, verb text, assertion_id uuid, force_from text, force_to text, version integer,
        content_hash text, chain text, chain_version smallint, policy_version smallint, prompt_version integer,
        command_hash text)
), refused as (
    insert into refusal (id, tenant_id, person_id, level, digest)
    select f.id, :tenant_id, :person_id, 'forget', decode(f.digest, 'hex')
    from jsonb_to_recordset(cast(:refused as jsonb)) as f (id uuid, digest text)
), related as (
    insert into relation (tenant_id, person_id, from_id, to_id, strength, created_at)
    select :tenant_id, :person_id, least(r.one, r.other), greatest(r.one, r.other), max(r.strength), :now
    from jsonb_to_recordset(cast(:related as jsonb)) as r (one uuid, other uuid, strength real)
    join assertion a on a.person_id = :person_id and a.id = r.one
    join assertion b on b.person_id = :person_id and b.id = r.other and b.id <> a.id
    group by least(r.one, r.other), greatest(r.one, r.other)
    on conflict do nothing
), emptied as (
    delete from import_row where person_id = :person_id and import_id = :id and number = any(cast(:numbers as integer[]))
)
update import_batch set done = done + :done where person_id = :person_id and id = :id
