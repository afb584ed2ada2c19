-- The reply told that these end without having been asked about.
update assertion set end_told_at = :now where person_id = :person_id and id = any(cast(:ids as uuid[])) and end_told_at is null
