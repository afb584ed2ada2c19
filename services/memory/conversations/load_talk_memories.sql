-- Narratives that are named, or that a conversation left, with what each names, what it changed and what lies beside it.
select a.id, a.engagement_id, a.display_number, a.content, a.force, a.version,
       n.conversation_id, n.original, n.edited or a.content <> n.original as edited, n.at, n.reduced, n.model,
       (select json_agg(json_build_object('id', e.id, 'turn_id', e.turn_id, 'quote', e.quote, 'data', e.data,
                                          'is_active', e.is_active, 'resolved_at', e.resolved_at,
                                          'resolved_by', e.resolved_by) order by e.since, e.id)::text
        from memory_entity e where e.person_id = n.person_id and e.assertion_id = n.assertion_id) as entities,
       (select json_agg(json_build_object('id', d.id, 'data', d.data, 'applied', d.applied, 'applied_at', d.applied_at)
                        order by d.id)::text
        from state_delta d where d.person_id = n.person_id and d.assertion_id = n.assertion_id) as deltas,
       array(select b.assertion_id from narrative b
             where b.person_id = n.person_id and b.conversation_id = n.conversation_id
               and b.assertion_id <> n.assertion_id order by b.assertion_id) as beside
from narrative n
join assertion a on a.person_id = n.person_id and a.id = n.assertion_id
where n.person_id = :person_id
  and (n.assertion_id = any(cast(:ids as uuid[])) or n.conversation_id = cast(:conversation_id as uuid))
order by n.at, n.assertion_id
