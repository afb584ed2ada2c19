-- What understanding needs: the person, the last exchanges (oldest first), the offer that stands.
select p.companion_name, p.language, p.time_zone,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object('turn_id', h.turn_id, 'said', h.said, 'replied', h.replied,
                                               'intent', h.intent) order by h.moment)
           from (
               select t.id as turn_id, t.moment, t.intent,
                      (select string_agg(m.content, E'\n' order by m.position) from message m
                       where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'person') as said,
                      (select string_agg(m.content, E'\n' order by m.position) from message m
                       where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion') as replied
               from turn t
               where t.person_id = p.id and t.status = 'answered'
                 and (t.engagement_id = :engagement_id or t.engagement_id = p.personal_engagement_id)
               order by t.moment desc
               limit :exchanges
           ) h
       ), '[]') as text) as history,
       (
           select cast(jsonb_build_object('offer_id', o.id, 'kind', o.kind, 'items', o.items) as text)
           from offer o where o.person_id = p.id and o.status = 'standing' and o.expires_at > :now
       ) as standing,
       p.active_turn_id,
       (select t.answers_offer_id from turn t where t.person_id = p.id and t.id = :turn_id) as answers_offer_id
from person p
where p.id = :person_id
