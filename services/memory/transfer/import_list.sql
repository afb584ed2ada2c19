-- What a person brought in, the newest first.
select
\ir import_columns.sql
from import_batch where person_id = :person_id order by created_at desc, id desc limit :most
