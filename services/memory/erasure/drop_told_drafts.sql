-- What a conversation would leave, where it tells one of these texts, rests on what goes or was made of turns that told it:
-- it goes, and is made anew.
with told (turn_id) as (
    select m.turn_id from mention m where m.person_id = :person_id and m.assertion_id = any(cast(:ids as uuid[]))
    union
    select a.turn_id from assertion a where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))
    union
    select unnest(cast(:turns as uuid[]))
), named (id) as (
    select unnest(cast(:ids as uuid[]) || cast(:places as uuid[]))
    union
    select e.id from memory_entity e where e.person_id = :person_id and e.assertion_id = any(cast(:ids as uuid[]))
), drafts as (
    delete from closing_draft d
    where d.person_id = :person_id
      and ((lower(d.body) like any(cast(:cores as text[])) and d.body ~* cast(:pattern as text))
           or exists (select from named n where position(n.id::text in d.body) > 0)
           or exists (select from turn t join told on told.turn_id = t.id
                      where t.person_id = :person_id and t.conversation_id = d.conversation_id))
    returning d.conversation_id, d.memory_id
), offers as (
    update offer o set items = '[]', status = 'lapsed'
    where o.person_id = :person_id and o.kind = 'closing' and o.status in ('standing', 'waiting')
      and exists (select from drafts d where o.items @> jsonb_build_array(jsonb_build_object('assertion_id', d.memory_id)))
    returning 1
), answers as (
    update applied_command c set answer = '', body_hash = ''
    where c.person_id = :person_id and c.answer <> ''
      and exists (select from drafts d where position(d.memory_id::text in c.answer) > 0)
    returning 1
), works as (
    update work w
    set attempt = w.attempt + 1, form = null, steps_done = '{}', step = coalesce(w.steps_done[1], w.step), state = 'waiting',
        offered = 0, tries = 0, restarts = 0, not_before = :now, started_at = null, deadline = null, ended_at = null, reason = ''
    where w.person_id = :person_id and w.state = 'done' and w.subject_id in (select d.conversation_id from drafts d)
)
select (select count(*) from drafts) as drafts, (select count(*) from offers) as offers,
       (select count(*) from answers) as stored_answers
