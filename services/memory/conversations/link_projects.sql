-- What a memory says of a project is linked to the project of that name; of two, to the newer one.
update memory_entity m set engagement_id = (
    select e.id from engagement e
    where e.person_id = m.person_id and e.kind = 'project' and folded(e.title) = folded(m.data ->> 'act')
    order by e.created_at desc limit 1)
where m.person_id = :person_id and m.assertion_id = :memory_id and m.entity_type in ('act_reference', 'act_update')
