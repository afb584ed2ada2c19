-- All that accepting a line depends on: the person, the place, whether the line is known, how many wait.
select p.active_turn_id, p.secret,
       e.id as engagement_id, e.kind as engagement_kind, e.title as engagement_title, e.status as engagement_status,
       c.id as conversation_id, c.write, c.read,
       l.id as known_line_id, l.body_hash as known_body_hash, l.turn_id as known_turn_id,
       not l.write and not exists (select from off_record r where r.person_id = l.person_id and r.line_id = l.id)
           as known_is_gone,
       (select count(*) from line w where w.person_id = p.id and w.turn_id is null) as waiting,
       o.id as standing_offer_id
from person p
left join engagement e
    on e.person_id = p.id and e.id = coalesce(cast(:project_id as uuid), p.personal_engagement_id)
left join conversation c on c.person_id = p.id and c.status in ('active', 'ready_to_close')
left join line l on l.person_id = p.id and l.id = :line_id
left join offer o on o.person_id = p.id and o.status = 'standing' and o.expires_at > :now
where p.id = :person_id
