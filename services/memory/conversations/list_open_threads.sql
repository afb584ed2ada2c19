-- What is open, the oldest first, as background work is shown it: of memories that were confirmed and are in use.
select e.id as thread_id, e.entity_type, e.label as text, e.since, a.engagement_id
from memory_entity e
join assertion a on a.person_id = e.person_id and a.id = e.assertion_id
where e.person_id = :person_id and e.is_active and e.resolved_at is null
  and e.entity_type in ('question_opened', 'waiting_on', 'task', 'blocker')
  and a.force = 'committed' and a.state = 'active'
order by e.since, e.id
limit :most
