-- How an import stands.
select id, file_hash, count, received, skipped, refusals, refusals_left_out, status from import_batch where person_id = :person_id and id = :id
