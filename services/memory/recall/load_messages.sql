-- What was said, as it reads now.
select m.id, m.turn_id, m.role, m.content, m.created_at
from message m where m.person_id = :person_id and m.id = any(cast(:ids as uuid[]))
