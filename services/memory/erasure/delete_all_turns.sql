-- The turns themselves, when nothing hangs on them any more.
delete from turn where person_id = :person_id returning id
