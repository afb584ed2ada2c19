-- How many memories of a file have come so far; the landing counts them itself.
update import_batch set received = least(count, received + :memories)
where person_id = :person_id and id = :id
returning id, file_hash, count, received, skipped, refusals, refusals_left_out, status
