-- How large the file is that holds what is off the record.
select pg_relation_size(c.oid) + case when c.reltoastrelid = 0 then 0 else pg_relation_size(c.reltoastrelid) end as bytes
from pg_class c where c.oid = 'off_record'::regclass
