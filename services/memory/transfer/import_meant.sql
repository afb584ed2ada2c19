-- The meaning of what a file refuses.
update import_row r set embedding = cast(m.embedding as halfvec(384)), space = :space
from unnest(cast(:numbers as integer[]), cast(:embeddings as text[])) as m (number, embedding)
where r.person_id = :person_id and r.import_id = :id and r.number = m.number
