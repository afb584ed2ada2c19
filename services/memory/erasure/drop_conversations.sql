-- Conversations go when their turns are gone, or all that was said is; the open one stays, with nothing in it.
with drafts as (
    delete from closing_draft d
    where d.person_id = :person_id and (cast(:ids as uuid[]) is null or d.conversation_id = any(cast(:ids as uuid[])))
    returning d.memory_id
), asked as (
    update offer o set items = '[]', status = 'lapsed'
    where o.person_id = :person_id and o.kind = 'closing' and o.status in ('standing', 'waiting')
      and exists (select from drafts d where o.items @> jsonb_build_array(jsonb_build_object('assertion_id', d.memory_id)))
), answers as (
    update applied_command a set answer = '', body_hash = ''
    where a.person_id = :person_id and a.answer <> ''
      and (exists (select from drafts d where position(d.memory_id::text in a.answer) > 0)
           or exists (select from unnest(cast(:ids as uuid[])) as i (id) where position(i.id::text in a.answer) > 0))
    returning 1
), emptied as (
    update conversation c
    set status = 'active', message_count = 0, last_message_at = null, ready_at = null, closed_at = null, paused_at = null
    where c.person_id = :person_id and (cast(:ids as uuid[]) is null or c.id = any(cast(:ids as uuid[])))
      and c.status in ('active', 'ready_to_close')
), gone as (
    delete from conversation c
    where c.person_id = :person_id and (cast(:ids as uuid[]) is null or c.id = any(cast(:ids as uuid[])))
      and c.status not in ('active', 'ready_to_close')
    returning 1
)
select (select count(*) from drafts) as drafts, (select count(*) from gone) as conversations,
       (select count(*) from answers) as stored_answers
