-- What memories that landed changed: it is not changed once more, the threads come as they are.
insert into state_delta (tenant_id, person_id, id, assertion_id, delta_type, entity_id, thread_id, data, before, confidence,
                         applied, applied_at)
select :tenant_id, :person_id, r.delta_id, a.id, r.delta_type, e.id, t.id, r.data, r.before, r.confidence,
       r.applied and r.before is not null, case when r.applied and r.before is not null then r.applied_at end
from jsonb_to_recordset(cast(:rows as jsonb)) as r (
    delta_id uuid, assertion_id uuid, delta_type text, entity_id uuid, thread_id uuid, data jsonb, before jsonb,
    confidence real, applied boolean, applied_at timestamptz)
join assertion a on a.person_id = :person_id and a.id = r.assertion_id and a.import_id = :id
left join memory_entity e on e.person_id = :person_id and e.id = r.entity_id
left join memory_entity t on t.person_id = :person_id and t.id = r.thread_id
on conflict do nothing
