-- Themes that rest on what goes, or say it, which are counted anew at the next closing; and changes to threads that go.
with themes as (
    delete from theme t
    where t.person_id = :person_id
      and (t.memory_ids && cast(:ids as uuid[])
           or exists (select from unnest(cast(:texts as text[])) as s (text) where position(lower(t.label) in lower(s.text)) > 0))
    returning 1
), changes as (
    delete from state_delta d
    where d.person_id = :person_id
      and d.thread_id in (select e.id from memory_entity e
                          where e.person_id = :person_id and e.assertion_id = any(cast(:gone as uuid[])))
    returning 1
)
select (select count(*) from themes) as themes, (select count(*) from changes) as meanings
