-- What a key was told.
select body_hash, answer from applied_command where person_id = :person_id and key = :key
