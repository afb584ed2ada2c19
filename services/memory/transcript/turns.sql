-- Turns as the doors show them, newest first; a line that still waits is shown as a turn to come.
select t.id as turn_id, t.status as state, t.channel, t.engagement_id, t.activated_at as created_at, t.moment,
       t.intent, t.action, t.failure_code, t.failure_detail, t.failure_saved,
       cast(t.stamps as text) as stamps,
       (select cast(jsonb_agg(jsonb_build_object('line_id', l.id, 'text', l.text) order by l.moment) as text) from line l
        where l.person_id = t.person_id and l.turn_id = t.id) as lines,
       (select m.content from message m
        where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion'
        order by m.position desc limit 1) as reply,
       (select cast(jsonb_build_object('offer_id', o.id, 'kind', o.kind, 'items', o.items) as text) from offer o
        where o.person_id = t.person_id and o.turn_id = t.id order by o.shown_moment desc limit 1) as offer
from turn t
where t.person_id = :person_id
  and (cast(:turn_id as uuid) is null or t.id = :turn_id)
  and (cast(:before as uuid) is null
       or t.moment < (select b.moment from turn b where b.person_id = t.person_id and b.id = :before))
order by t.moment desc
limit :most
