-- Rows as they came, with the meaning of those that are assertions; they land together or not at all.
with staged as (
    insert into import_row (tenant_id, person_id, import_id, number, body, embedding, space)
    select :tenant_id, :person_id, :id, r.number, r.body, cast(r.embedding as halfvec(384)), :space
    from unnest(cast(:numbers as integer[]), cast(:bodies as text[]), cast(:embeddings as text[]))
        as r (number, body, embedding)
    on conflict (person_id, import_id, number) do update set body = excluded.body, embedding = excluded.embedding, space = excluded.space
    returning embedding
)
select count(*) as rows, count(staged.embedding) as assertions from staged
