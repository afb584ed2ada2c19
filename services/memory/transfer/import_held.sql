-- Everything has landed; what the yes does not need goes.
with gone as (
    delete from import_row
    where person_id = :person_id and import_id = :id and assertion_id is null
      and kind not in ('history', 'conversation', 'narrative', 'entity', 'delta')
)
update import_batch set status = 'held', done = total, command_key = '', differing = :differing
where person_id = :person_id and id = :id and status = 'landing'
