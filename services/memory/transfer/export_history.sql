-- What happened to assertions, in its order.
select cast(h.moment as text) as after,
       (select count(*) from assertion_history c where c.person_id = :person_id
          and not exists (select from assertion a where a.person_id = c.person_id and a.id = c.assertion_id and a.state = 'gone'))
           as total,
       cast(jsonb_build_object('assertion_id', h.assertion_id, 'at', h.created_at, 'event', h.event, 'verb', h.verb,
            'actor', h.actor, 'old', h.old, 'new', h.new, 'force_from', h.force_from, 'force_to', h.force_to,
            'version', h.version, 'reason', h.reason, 'decision', h.decision, 'turn_id', h.turn_id,
            'revision', h.revision) as text) as row
from assertion_history h
where h.person_id = :person_id
  and not exists (select from assertion a where a.person_id = h.person_id and a.id = h.assertion_id and a.state = 'gone')
  and (cast(:after as text) = '' or h.moment > cast(nullif(:after, '') as bigint))
order by h.moment
limit :most
