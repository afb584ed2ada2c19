-- The ledger, the audit's next row, and what the person's other memories may tell of it: ids and numbers only.
with entered as (
    insert into erasure (id, tenant_id, person_id, scope, subjects, report, created_at)
    values (:id, :tenant_id, :person_id, :scope, :subjects, cast(:report as jsonb), :now)
), revised as (
    update person set revision = revision + 1 where id = :person_id returning revision
), touched as (
    insert into assertion_history (id, tenant_id, person_id, assertion_id, revision, event, verb, actor, old, new,
                                   force_from, force_to, version, decision, created_at)
    select t.id, :tenant_id, :person_id, a.id, coalesce((select revision from revised), 0), 'ERASE', 'erase', 'person',
           null, null, a.force, a.force, a.version, cast(:decision as text), :now
    from unnest(cast(:touched_ids as uuid[]), cast(:touched as uuid[])) as t (id, assertion_id)
    join assertion a on a.person_id = :person_id and a.id = t.assertion_id
)
insert into audit (tenant_id, person_id, number, at, actor, verb, assertion_id, force_from, force_to, version, turn_id,
                   content_hash, chain, chain_version, policy_version, prompt_version, command_hash)
select :tenant_id, :person_id, u.number, :now, u.actor, u.verb, u.assertion_id, u.force_from, null, u.version, null, null,
       decode(u.chain, 'hex'), u.chain_version, u.policy_version, u.prompt_version, decode(u.command_hash, 'hex')
from jsonb_to_recordset(cast(:audit as jsonb)) as u (
    number bigint, actor text, verb text, assertion_id uuid, force_from text, version integer, chain text,
    chain_version smallint, policy_version smallint, prompt_version integer, command_hash text)
