-- The memories themselves; what hangs on them by a key goes along.
with counted as (
    select (select count(*) from assertion_history h
            where h.person_id = :person_id and h.assertion_id = any(cast(:ids as uuid[]))) as history,
           (select count(*) from mention m
            where m.person_id = :person_id and m.assertion_id = any(cast(:ids as uuid[]))) as mentions,
           (select count(*) from memory_reference r
            where r.person_id = :person_id and r.assertion_id = any(cast(:ids as uuid[]))) as memory_references
), gone as (
    delete from assertion where person_id = :person_id and id = any(cast(:ids as uuid[])) returning 1
)
select (select count(*) from gone) as memories, counted.* from counted
