-- Rows that have come to be what they tell.
delete from import_row where person_id = :person_id and import_id = :id and number = any(cast(:numbers as integer[]))
