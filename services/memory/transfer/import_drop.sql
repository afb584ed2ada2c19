-- A file in which something cannot be read leaves nothing behind.
delete from import_batch where person_id = :person_id and id = :id and status = 'receiving'
