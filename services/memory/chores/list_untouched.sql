-- What of a person may be set aside because nobody touched it since, the oldest first.
select a.id, a.content
from assertion a
where a.person_id = :person_id and a.force = 'committed' and a.state = 'active' and not a.pinned and a.importance < 3
  and a.updated_at < :untouched_since and a.created_at < :untouched_since
  and coalesce(a.last_accessed_at < :untouched_since, true)
order by a.updated_at
limit :most
