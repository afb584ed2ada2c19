-- How many memories of a file have come so far.
update import_batch set received = least(count, received + :memories)
where person_id = :person_id and id = :id
returning
\ir import_columns.sql
