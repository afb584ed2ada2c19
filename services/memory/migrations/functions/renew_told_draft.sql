-- What is taken back is told by no draft: the draft goes and is made anew, and no theme says it until it is counted again.
create or replace function renew_told_draft() returns trigger language plpgsql as $$
declare
    told record;
    said text := lower(btrim(to_jsonb(new.content)::text, '"'));
    quoted text := lower(btrim(to_jsonb(new.own_words)::text, '"'));
begin
    delete from theme t
    where t.person_id = new.person_id and (new.id = any(t.memory_ids) or position(lower(t.label) in lower(new.content)) > 0);
    for told in delete from closing_draft d
    where d.person_id = new.person_id
      and (position(said in lower(d.body)) > 0
           or (quoted <> '' and position(quoted in lower(d.body)) > 0)
           or exists (select from memory_entity e where e.person_id = d.person_id and e.assertion_id = new.id
                        and position(e.id::text in d.body) > 0)
           or exists (select from turn t where t.person_id = d.person_id and t.conversation_id = d.conversation_id
                        and (t.id = new.turn_id
                             or t.id in (select m.turn_id from mention m
                                         where m.person_id = new.person_id and m.assertion_id = new.id))))
    returning d.conversation_id, d.memory_id loop
        update offer o set items = '[]', status = 'lapsed'
        where o.person_id = new.person_id and o.kind = 'closing' and o.status in ('standing', 'waiting')
          and o.items @> jsonb_build_array(jsonb_build_object('assertion_id', told.memory_id));
        update work w
        set attempt = w.attempt + 1, form = null, steps_done = '{}', step = coalesce(w.steps_done[1], w.step),
            state = 'waiting', offered = 0, tries = 0, restarts = 0, not_before = now(), started_at = null, deadline = null,
            ended_at = null, reason = ''
        where w.person_id = new.person_id and w.subject_id = told.conversation_id and w.state = 'done';
    end loop;
    return null;
end $$;
create or replace trigger taken_back after update of force on assertion for each row
    when (new.force = 'retracted' and old.force <> 'retracted')
    execute function renew_told_draft();
