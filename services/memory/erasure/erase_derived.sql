-- What holds one of these texts among other things, or a memory that goes, and nobody needs once it has served.
-- The longest word of each is looked for first: a pattern over years of talk would take a minute.
with asked as (
    select o.id,
           (select coalesce(jsonb_agg(i.item order by i.place), '[]')
            from jsonb_array_elements(o.items) with ordinality as i (item, place)
            where (i.item ->> 'assertion_id')::uuid <> all(cast(:ids as uuid[]))
              and not (lower(cast(i.item as text)) like any(cast(:cores as text[])) and cast(i.item as text) ~* cast(:pattern as text))
           ) as items
    from offer o where o.person_id = :person_id
), offers as (
    update offer o
    set items = a.items,
        status = case when o.status in ('standing', 'waiting') and (o.kind = 'clash' or a.items = '[]') then 'lapsed' else o.status end
    from asked a
    where o.person_id = :person_id and o.id = a.id and a.items <> o.items
    returning 1
), forms as (
    update applied_step s set form = null
    where s.person_id = :person_id and s.form is not null
      and (s.turn_id = cast(:ended_turn_id as uuid)
           or (lower(s.form) like any(cast(:cores as text[])) and s.form ~* cast(:pattern as text)))
    returning 1
), apart as (
    -- A turn off the record that quotes it loses its words, and ends when its time comes.
    delete from off_record r
    where r.person_id = :person_id
      and ((lower(r.content) like any(cast(:cores as text[])) and r.content ~* cast(:pattern as text))
           or (lower(r.earlier) like any(cast(:cores as text[])) and r.earlier ~* cast(:pattern as text)))
    returning 1
), answers as (
    update applied_command c set answer = '', body_hash = ''
    where c.person_id = :person_id
      and ((lower(c.answer) like any(cast(:cores as text[])) and c.answer ~* cast(:pattern as text))
           or exists (select from unnest(cast(:ids as uuid[])) as i (id) where position(i.id::text in c.answer) > 0))
    returning 1
), letters as (
    delete from outbox o
    where o.person_id = :person_id and (lower(o.body) like any(cast(:cores as text[])) and o.body ~* cast(:pattern as text))
    returning 1
), dead as (
    update dead_letter d set form = null
    where d.person_id = :person_id and d.form is not null
      and (d.turn_id = cast(:ended_turn_id as uuid)
           or (lower(d.form) like any(cast(:cores as text[])) and d.form ~* cast(:pattern as text)))
    returning 1
), readings as (
    update classification c set parameters = '{}'
    where c.person_id = :person_id and c.parameters <> '{}'
      and (c.turn_id in (select m.turn_id from mention m
                         where m.person_id = :person_id and m.assertion_id = any(cast(:ids as uuid[])))
           or c.turn_id in (select a.turn_id from assertion a
                            where a.person_id = :person_id and a.id = any(cast(:ids as uuid[])))
           or (lower(cast(c.parameters as text)) like any(cast(:cores as text[])) and cast(c.parameters as text) ~* cast(:pattern as text)))
    returning 1
), reasons as (
    update memory_reference r set reason = cast(:mark as text)
    where r.person_id = :person_id and (lower(r.reason) like any(cast(:cores as text[])) and r.reason ~* cast(:pattern as text))
    returning 1
), mentions as (
    -- Of other memories, whose words in a turn may have told this one beside them.
    update mention m set words = cast(:mark as text), content = case
        when (lower(m.content) like any(cast(:cores as text[])) and m.content ~* cast(:pattern as text)) then cast(:mark as text)
        else m.content end
    where m.person_id = :person_id and m.assertion_id <> all(cast(:ids as uuid[]))
      and ((lower(m.words) like any(cast(:cores as text[])) and m.words ~* cast(:pattern as text))
           or (lower(m.content) like any(cast(:cores as text[])) and m.content ~* cast(:pattern as text)))
    returning 1
), former as (
    -- Another memory may once have read like this one.
    update assertion_history h
    set old = case when (lower(h.old) like any(cast(:cores as text[])) and h.old ~* cast(:pattern as text))
                   then cast(:mark as text) else h.old end,
        new = case when (lower(h.new) like any(cast(:cores as text[])) and h.new ~* cast(:pattern as text))
                   then cast(:mark as text) else h.new end
    where h.person_id = :person_id and h.assertion_id <> all(cast(:ids as uuid[]))
      and ((lower(h.old) like any(cast(:cores as text[])) and h.old ~* cast(:pattern as text))
           or (lower(h.new) like any(cast(:cores as text[])) and h.new ~* cast(:pattern as text)))
    returning 1
), rows_brought as (
    update import_row i set body = '', embedding = null
    where i.person_id = :person_id and i.body <> ''
      and (i.subject_id = any(cast(:ids as uuid[]))
           or (lower(i.body) like any(cast(:cores as text[])) and i.body ~* cast(:pattern as text)))
    returning 1
), forgotten as (
    delete from refusal r
    where r.person_id = :person_id and r.level = 'forget' and r.digest = any(cast(:digests as bytea[]))
    returning 1
)
select (select count(*) from offers) as offers,
       (select count(*) from forms) + (select count(*) from letters) + (select count(*) from dead)
           + (select count(*) from apart) as work_in_progress,
       (select count(*) from answers) as stored_answers,
       (select count(*) from readings) + (select count(*) from reasons) as readings,
       (select count(*) from mentions) as mentions,
       (select count(*) from former) as history_of_others,
       (select count(*) from rows_brought) as import_rows,
       (select count(*) from forgotten) as refusals
