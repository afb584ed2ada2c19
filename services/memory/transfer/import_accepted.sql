-- From now on it is taken on batch by batch, whoever comes to it.
update import_batch set status = 'landing', received = :memories, total = :rows, done = 0, refusals_left_out = :plain,
                        command_key = :command_key
where person_id = :person_id and id = :id
returning
\ir import_columns.sql
