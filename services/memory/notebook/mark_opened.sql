-- A memory was opened: noted on it, where it is known and in use; to look at what was set aside does not keep it.
update assertion set access_count = access_count + 1, last_accessed_at = :now
where person_id = :person_id and id = :assertion_id and force = 'committed' and state = 'active'
  and coalesce(last_accessed_at < :before, true)
