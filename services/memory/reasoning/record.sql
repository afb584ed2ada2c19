-- What was understood in a turn, by whom, and which memories had a part in it; a replayed turn's is the one that counts.
with understood as (
    insert into classification (tenant_id, person_id, turn_id, intent, axes, confidence, alternatives, language,
                                parameters, understood_by, answered_by, created_at)
    values (:tenant_id, :person_id, :turn_id, :intent, cast(:axes as jsonb), :confidence,
            cast(:alternatives as text[]), :language, cast(:parameters as jsonb), cast(:understood_by as jsonb),
            cast(:answered_by as jsonb), :now)
    on conflict (person_id, turn_id) do update set
        intent = excluded.intent, axes = excluded.axes, confidence = excluded.confidence,
        alternatives = excluded.alternatives, language = excluded.language, parameters = excluded.parameters,
        understood_by = excluded.understood_by, answered_by = excluded.answered_by
)
insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)
select :tenant_id, :person_id, :turn_id, u.assertion_id, u.influence, u.score, u.reason
from jsonb_to_recordset(cast(:memory_used as jsonb)) as u (assertion_id uuid, influence text, score real, reason text)
where exists (select from assertion a where a.person_id = :person_id and a.id = u.assertion_id)
on conflict do nothing
