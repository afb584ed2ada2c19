-- Whether the turn still counts, and what waits behind it: the next lines in order, or a replayed turn.
select p.active_turn_id,
       t.status as turn_status,
       not t.write and not exists (select from off_record r join line l on l.person_id = r.person_id and l.id = r.line_id
                                   where r.person_id = p.id and l.turn_id = t.id) as is_lost,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object(
               'line_id', w.id, 'text', case when w.write then w.text else r.content end, 'moment', w.moment, 'channel', w.channel, 'write', w.write,
               'read', w.read, 'engagement_id', w.engagement_id, 'engagement_kind', e.kind,
               'engagement_title', e.title) order by w.moment)
           from (
               select * from line l where l.person_id = p.id and l.turn_id is null order by l.moment limit :most
           ) w
           join engagement e on e.person_id = w.person_id and e.id = w.engagement_id
           left join off_record r on r.person_id = w.person_id and r.line_id = w.id
       ), '[]') as text) as waiting,
       (
           select r.id from turn r where r.person_id = p.id and r.status = 'waiting' order by r.moment limit 1
       ) as replayed_turn_id,
       o.id as standing_offer_id, o.shown_moment as standing_since,
       (select c.id from conversation c where c.person_id = p.id and c.status in ('active', 'ready_to_close')) as conversation_id
from person p
left join offer o on o.person_id = p.id and o.status = 'standing' and o.expires_at > :now
left join turn t on t.person_id = p.id and t.id = :turn_id
where p.id = :person_id
