-- What hangs on what landed, histories first, waits for the yes; that of anything else goes.
with wanted as (
    select r.number, exists (select from assertion a where a.person_id = :person_id and a.id = r.subject_id
                                                       and a.import_id = :id) as landed
    from import_row r
    where r.person_id = :person_id and r.import_id = :id and r.number = any(cast(:numbers as integer[])) and r.pending
), kept as (
    update import_row r set pending = false from wanted w
    where r.person_id = :person_id and r.import_id = :id and r.number = w.number and w.landed
), gone as (
    delete from import_row r using wanted w
    where r.person_id = :person_id and r.import_id = :id and r.number = w.number and not w.landed
)
update import_batch set done = done + (select count(*) from wanted)
where person_id = :person_id and id = :id
