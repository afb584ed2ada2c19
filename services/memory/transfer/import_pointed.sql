-- What points at something that came with the same file points at it; at anything else, at nothing.
with pointed as (
    update assertion a
    set source_assertion_id = coalesce(a.source_assertion_id, s.id), replaces_id = coalesce(a.replaces_id, o.id)
    from unnest(cast(:ids as uuid[]), cast(:sources as uuid[]), cast(:replaced as uuid[])) as w (id, source, replaced)
    left join assertion s on s.person_id = :person_id and s.id = w.source and s.import_id = :id
    left join assertion o on o.person_id = :person_id and o.id = w.replaced and o.import_id = :id
    where a.person_id = :person_id and a.id = w.id and a.import_id = :id
)
update import_row set points = false
where person_id = :person_id and import_id = :id and number = any(cast(:numbers as integer[]))
