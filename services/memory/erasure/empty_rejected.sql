-- The texts of memories that got a no go, wherever they are noted; a shell of each stays, and the talk. A mention without
-- words hides the whole line.
with told as (
    select m.turn_id from mention m where m.person_id = :person_id and m.assertion_id = any(cast(:ids as uuid[]))
    union
    select a.turn_id from assertion a where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))
), memories as (
    update assertion set content = cast(:shell as text), own_words = '', embedding = null, space = :space, state = 'gone'
    where person_id = :person_id and id = any(cast(:ids as uuid[])) and force = 'retracted' and state = 'active'
    returning 1
), history as (
    update assertion_history set old = null, new = null
    where person_id = :person_id and assertion_id = any(cast(:ids as uuid[])) and (old is not null or new is not null)
    returning 1
), mentions as (
    update mention set words = '', content = ''
    where person_id = :person_id and assertion_id = any(cast(:ids as uuid[]))
    returning 1
), readings as (
    update classification c set parameters = '{}'
    where c.person_id = :person_id and c.parameters <> '{}' and c.turn_id in (select t.turn_id from told t)
    returning 1
), asked as (
    select o.id,
           (select coalesce(jsonb_agg(i.item order by i.place), '[]')
            from jsonb_array_elements(o.items) with ordinality as i (item, place)
            where (i.item ->> 'assertion_id')::uuid <> all(cast(:ids as uuid[]))) as items
    from offer o where o.person_id = :person_id
), offers as (
    update offer o set items = a.items from asked a
    where o.person_id = :person_id and o.id = a.id and a.items <> o.items
    returning 1
), answers as (
    update applied_command c set answer = '', body_hash = ''
    where c.person_id = :person_id and c.answer <> ''
      and exists (select from unnest(cast(:ids as uuid[])) as i (id) where position(i.id::text in c.answer) > 0)
    returning 1
), dead as (
    update dead_letter d set form = null
    where d.person_id = :person_id and d.form is not null and d.turn_id in (select t.turn_id from told t)
    returning 1
), rows_brought as (
    update import_row set body = '', embedding = null
    where person_id = :person_id and assertion_id = any(cast(:ids as uuid[])) and body <> ''
    returning 1
)
select (select count(*) from memories) as memories, (select count(*) from history) as history,
       (select count(*) from mentions) as mentions, (select count(*) from readings) as readings,
       (select count(*) from offers) as offers, (select count(*) from answers) as stored_answers,
       (select count(*) from dead) as work_in_progress, (select count(*) from rows_brought) as import_rows
