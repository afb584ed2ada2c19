-- Some assertions as they read now, by their ids.
\ir whole.sql
where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))
