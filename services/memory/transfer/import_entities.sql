-- What memories that landed name; what it is linked to is so here where it is here.
insert into memory_entity (tenant_id, person_id, id, assertion_id, turn_id, entity_type, data, label, category, quote, is_active,
                           since, touched_at, engagement_id, due_at, resolved_at, resolved_by)
select :tenant_id, :person_id, r.entity_id, a.id, t.id, r.entity_type, r.data, r.label, r.category,
       r.quote, r.is_active and a.force = 'committed', least(r.since, :now), r.touched_at, e.id, r.due_at, r.resolved_at, b.id
from jsonb_to_recordset(cast(:rows as jsonb)) as r (
    entity_id uuid, assertion_id uuid, turn_id uuid, entity_type text, data jsonb, label text, category text, quote text,
    is_active boolean, since timestamptz, touched_at timestamptz, engagement_id uuid, due_at date, resolved_at timestamptz, resolved_by uuid)
join assertion a on a.person_id = :person_id and a.id = r.assertion_id and a.import_id = :id
left join turn t on t.person_id = :person_id and t.id = r.turn_id
left join engagement e on e.person_id = :person_id and e.id = r.engagement_id and e.kind = 'project'
left join assertion b on b.person_id = :person_id and b.id = r.resolved_by
on conflict do nothing
