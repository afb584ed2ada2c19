-- These turns themselves, when nothing hangs on them any more; memories that came of them stay.
delete from turn where person_id = :person_id and id = any(cast(:turns as uuid[]))
