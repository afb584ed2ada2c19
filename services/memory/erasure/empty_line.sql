-- The words of one line leave the talk, and whatever was noted of them. Memories that were read from it stay as they read.
with lines as (
    update line set text = cast(:mark as text), body_hash = 'erased', taken_out_at = :now
    where person_id = :person_id and id = :line_id and taken_out_at is null
    returning 1
), messages as (
    update message set content = cast(:mark as text)
    where person_id = :person_id and id = cast(:message_id as uuid) and content <> cast(:mark as text)
    returning 1
), words as (
    update assertion set own_words = ''
    where person_id = :person_id and id = any(cast(:memories as uuid[])) and own_words <> ''
    returning 1
), mentions as (
    -- With no words of theirs the whole line is hidden, and there is only the mark in it.
    update mention set words = '' where person_id = :person_id and turn_id = :turn_id and role = 'person' and words <> ''
    returning 1
), readings as (
    update classification set parameters = '{}'
    where person_id = :person_id and turn_id = :turn_id and parameters <> '{}'
    returning 1
), asked as (
    select o.id,
           (select jsonb_agg(case when (i.item ->> 'assertion_id')::uuid = any(cast(:memories as uuid[]))
                                  then i.item || '{"own_words": ""}' else i.item end order by i.place)
            from jsonb_array_elements(o.items) with ordinality as i (item, place)) as items
    from offer o where o.person_id = :person_id
), offers as (
    update offer o set items = a.items from asked a
    where o.person_id = :person_id and o.id = a.id and a.items <> o.items
    returning 1
), answers as (
    update applied_command c set answer = '', body_hash = ''
    where c.person_id = :person_id and c.answer <> ''
      and exists (select from unnest(cast(:memories as uuid[])) as i (id) where position(i.id::text in c.answer) > 0)
    returning 1
), forms as (
    update applied_step set form = null where person_id = :person_id and turn_id = :turn_id and form is not null
    returning 1
), dead as (
    update dead_letter set form = null where person_id = :person_id and turn_id = :turn_id and form is not null
    returning 1
)
select (select count(*) from lines) as lines, (select count(*) from messages) as messages,
       (select count(*) from words) as own_words, (select count(*) from mentions) as mentions,
       (select count(*) from readings) as readings, (select count(*) from offers) as offers,
       (select count(*) from answers) as stored_answers,
       (select count(*) from forms) + (select count(*) from dead) as work_in_progress
