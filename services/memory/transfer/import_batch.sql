-- How an import stands, and whether something could refuse a row of it for what it means.
select exists (select from refusal f where f.person_id = :person_id and f.text is not null)
       or exists (select from import_row r where r.person_id = :person_id and r.import_id = :id and r.kind = 'never')
           as refuses,
\ir import_columns.sql
from import_batch where person_id = :person_id and id = :id
