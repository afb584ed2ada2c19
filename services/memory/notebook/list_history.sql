-- What happened to one memory, or what one turn did to any, oldest first.
select h.created_at as at, h.event, h.verb, h.actor, h.old, h.new, h.force_from, h.force_to, h.version, h.reason,
       h.decision, h.turn_id, h.revision
from assertion_history h
where h.person_id = :person_id
  and (cast(:assertion_id as uuid) is null or h.assertion_id = :assertion_id)
  and (cast(:turn_id as uuid) is null or h.turn_id = :turn_id)
order by h.moment
