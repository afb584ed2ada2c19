-- The batch that a file's rows belong to; the same file once more is the same batch.
insert into import_batch (id, tenant_id, person_id, file_hash, count, created_at)
values (:id, :tenant_id, :person_id, :file_hash, :count, :now)
on conflict (person_id, id) do update set file_hash = import_batch.file_hash
returning
\ir import_columns.sql
