-- What cannot be erased without something that stays is set aside for longer, and announced again.
update assertion set purge_at = :until, warned_at = null
where person_id = :person_id and id = any(cast(:ids as uuid[]))
