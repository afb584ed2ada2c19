-- After the landing: which row became which assertion, their meanings, and nothing left of what is not needed.
with named as (
    select l.number, l.assertion_id
    from unnest(cast(:numbers as integer[]), cast(:assertion_ids as uuid[])) as l (number, assertion_id)
), meant as (
    update assertion a set embedding = r.embedding, space = case when r.embedding is null then 0 else r.space end
    from import_row r join named n on n.number = r.number
    where r.person_id = :person_id and r.import_id = :id and a.person_id = :person_id and a.id = n.assertion_id
), kept as (
    update import_row r set assertion_id = n.assertion_id, embedding = null
    from named n
    where r.person_id = :person_id and r.import_id = :id and r.number = n.number
), gone as (
    delete from import_row r
    where r.person_id = :person_id and r.import_id = :id and r.number <> all(cast(:numbers as integer[]))
      and r.number <> all(cast(:histories as integer[]))
)
update import_batch set status = 'held', skipped = :skipped, received = :received, refusals = :refusals,
                        refusals_left_out = :refusals_left_out
where person_id = :person_id and id = :id
returning id, file_hash, count, received, skipped, refusals, refusals_left_out, status
