-- Turns as the doors show them, newest first; a line that still waits is shown as a turn to come.
select t.id as turn_id, t.status as state, not t.write as off_the_record, t.channel, t.engagement_id,
       t.activated_at as created_at, t.moment,
       t.intent, t.action, t.failure_code, t.failure_detail, t.failure_saved,
       cast(t.stamps as text) as stamps,
       array(select l.id from line l where l.person_id = t.person_id and l.turn_id = t.id order by l.moment) as covers,
       array(select l.id from line l
             where l.person_id = t.person_id and l.turn_id = t.id and l.taken_out_at is not null) as taken_out,
       array(select l.text from line l
             where l.person_id = t.person_id and l.turn_id = t.id and l.write order by l.moment) as said,
       coalesce((select m.content from message m
                 where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion'
                 order by m.position desc limit 1), '') as reply,
       array(select m.content from message m
             where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'system' order by m.position) as noted,
       t.code, t.stored_count, t.asked, cast(u.understood_by as text) as understood_by, cast(u.answered_by as text) as answered_by,
       u.language,
       (select cast(jsonb_agg(jsonb_build_object('assertion_id', a.id, 'display_number', a.display_number,
               'engagement_id', a.engagement_id, 'force', h.force_to, 'content', h.new, 'version', h.version,
               'text_hash', '') order by h.moment) as text)
        from assertion_history h join assertion a on a.person_id = h.person_id and a.id = h.assertion_id
        where h.person_id = t.person_id and h.turn_id = t.id and h.new is not null) as memory,
       (select cast(jsonb_agg(jsonb_build_object('assertion_id', a.id, 'force', a.force, 'reason', a.reason,
               'state', a.state) order by a.display_number) as text)
        from assertion a
        where a.person_id = t.person_id and a.state <> 'gone'
          and a.id in (select h.assertion_id from assertion_history h
                       where h.person_id = t.person_id and h.turn_id = t.id
                       union
                       select (i.item ->> 'assertion_id')::uuid
                       from offer o cross join lateral jsonb_array_elements(o.items) as i (item)
                       where o.person_id = t.person_id and o.turn_id = t.id)) as items,
       (select cast(jsonb_agg(jsonb_build_object('assertion_id', a.id, 'display_number', a.display_number,
               'content', a.content) order by m.place) as text)
        from unnest(t.mentioned) with ordinality as m (id, place)
        join assertion a on a.person_id = t.person_id and a.id = m.id and a.state <> 'gone') as mentioned,
       (select cast(jsonb_build_object('offer_id', o.id, 'kind', o.kind, 'items', o.items,
               'needs_choice', o.needs_choice, 'needs_control', o.needs_control, 'never_again', o.never_again,
               'more', o.more, 'asked_again', o.asked_again, 'awaits', o.awaits, 'takes_out', o.takes_out) as text) from offer o
        where o.person_id = t.person_id and o.turn_id = t.id order by o.shown_moment desc limit 1) as offer
from turn t
left join classification u on u.person_id = t.person_id and u.turn_id = t.id
where t.person_id = :person_id
  and (cast(:turn_ids as uuid[]) is null or t.id = any(cast(:turn_ids as uuid[])))
  -- One number, so that the index begins there; none when that turn is gone, and then nothing comes before it.
  and t.moment < coalesce((select b.moment from turn b where b.person_id = :person_id and b.id = cast(:before as uuid)),
                          case when cast(:before as uuid) is null then 9223372036854775807 end)
order by t.moment desc
limit :most
