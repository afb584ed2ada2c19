-- Nothing is left to be given back.
with gone as (
    delete from import_row where person_id = :person_id and import_id = :id
)
update import_batch set status = 'confirmed', done = total, command_key = ''
where person_id = :person_id and id = :id and status = 'restoring'
