-- A project that came with a file, as it was.
update engagement set status = :status, created_at = least(coalesce(:made_at, created_at), created_at)
where person_id = :person_id and id = :id and kind = 'project'
