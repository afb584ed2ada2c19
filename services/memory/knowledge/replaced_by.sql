-- What made room for an assertion in the very moment of its yes.
select f.id
from assertion a
join assertion f on f.person_id = a.person_id and f.engagement_id = a.engagement_id
where a.person_id = :person_id and a.id = :id and a.force = 'committed'
  and f.reason = 'replaced' and f.updated_at = a.updated_at
limit 1
