-- Background work about some conversations ends with them, and with what was read so far.
with works as (
    delete from work w
    where w.person_id = :person_id
      and (cast(:conversations as uuid[]) is null or w.subject_id = any(cast(:conversations as uuid[])))
    returning w.id
), dead as (
    delete from dead_letter d
    where d.person_id = :person_id and d.work_id in (select w.id from works w)
    returning 1
)
select coalesce((select array_agg(w.id) from works w), '{}') as works,
       (select count(*) from works) + (select count(*) from dead) as work_in_progress
