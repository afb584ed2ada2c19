-- Rows that nothing more is to be done about before the yes.
with settled as (
    update import_row set pending = false
    where person_id = :person_id and import_id = :id and number = any(cast(:numbers as integer[])) and pending
    returning 1
)
update import_batch set done = done + (select count(*) from settled), refusals = refusals + :refusals
where person_id = :person_id and id = :id
