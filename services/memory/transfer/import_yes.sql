-- The one yes was given: from now on it is carried out batch by batch, whoever comes to it.
update import_batch b
set status = 'restoring', done = 0, command_key = :command_key,
    total = (select count(*) from import_row r
             where r.person_id = :person_id and r.import_id = :id and r.assertion_id is not null)
where b.person_id = :person_id and b.id = :id
returning
\ir import_columns.sql
