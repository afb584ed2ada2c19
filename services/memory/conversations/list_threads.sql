-- What is open, or was, the longest first: of memories that were confirmed and are in use.
select e.id, e.data::text as data, e.since, e.due_at, e.assertion_id, e.resolved_at, e.resolved_by,
       coalesce(e.data ->> 'priority', 'normal') as priority,
       e.resolved_at is null and e.touched_at < :stale_before as stale,
       a.engagement_id, n.conversation_id
from memory_entity e
join assertion a on a.person_id = e.person_id and a.id = e.assertion_id
left join narrative n on n.person_id = e.person_id and n.assertion_id = e.assertion_id
where e.person_id = :person_id
  and (cast(:thread_id as uuid) is null or e.id = :thread_id)
  and e.is_active and a.force = 'committed' and a.state = 'active'
  and e.entity_type in ('question_opened', 'waiting_on', 'task', 'blocker')
  and (cast(:open as boolean) is null or (e.resolved_at is null) = :open)
  and (cast(:entity_type as text) is null or e.entity_type = :entity_type)
  and (cast(:engagement_id as uuid) is null or a.engagement_id = :engagement_id or e.engagement_id = :engagement_id)
  and (cast(:after as timestamptz) is null or (e.since, e.id) > (:after, cast(:after_id as uuid)))
order by e.since, e.id
limit :most
