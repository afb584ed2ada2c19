-- After a batch: which row became which assertion; what did not land leaves nothing here.
with kept as (
    update import_row r set assertion_id = l.assertion_id, pending = false
    from unnest(cast(:numbers as integer[]), cast(:assertion_ids as uuid[])) as l (number, assertion_id)
    where r.person_id = :person_id and r.import_id = :id and r.number = l.number
), gone as (
    delete from import_row r
    where r.person_id = :person_id and r.import_id = :id and r.number = any(cast(:left_out as integer[]))
)
update import_batch set done = done + :done, skipped = skipped + :skipped,
                        refusals_left_out = greatest(0, refusals_left_out - :told)
where person_id = :person_id and id = :id
