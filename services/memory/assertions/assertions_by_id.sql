-- Some assertions as they read now, by their ids.
\ir assertion_columns.sql
where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))
