-- Some assertions as they read now, by their ids.
select
\ir ../assertions/assertion_columns.sql
from assertion a
where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))
