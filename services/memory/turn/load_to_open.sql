-- What understanding needs: the person, the last exchanges (oldest first), the offer that stands, the newest memories,
-- how the person set misunderstandings right, and whether today's budget is left.
select p.companion_name, p.language, p.time_zone, p.revision,
       p.daily_budget is null or p.daily_budget > coalesce(
           (select u.cost from usage_day u where u.person_id = p.id and u.day = cast(:now as timestamptz)::date), 0)
           as may_spend,
\ir talk_column.sql
       cast(hidden_words(p.id, null) as text) as hidden,
       (
           select cast(jsonb_build_object('offer_id', o.id, 'kind', o.kind, 'items', o.items,
                                          'needs_choice', o.needs_choice, 'needs_control', o.needs_control,
                                          'never_again', o.never_again, 'more', o.more,
                                          'asked_again', o.asked_again, 'awaits', o.awaits, 'takes_out', o.takes_out) as text)
           from offer o where o.person_id = p.id and o.status = 'standing' and o.expires_at > :now
       ) as standing,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object('assertion_id', n.id, 'display_number', n.display_number,
               'content', n.content, 'category', n.category, 'personal', n.personal))
           from (
               select a.id, a.display_number, a.content, a.category,
                      a.engagement_id = p.personal_engagement_id as personal
               from assertion a
               where a.person_id = p.id and cast(:read as boolean) and a.force = 'committed' and a.state = 'active'
                 and a.kind not in ('procedure', 'narrative')
                 and (cast(:allowed as text[]) is null or a.category = any(cast(:allowed as text[])))
                 and a.engagement_id in (p.personal_engagement_id, cast(:engagement_id as uuid))
               order by a.created_at desc, a.id limit 3
           ) n
       ), '[]') as text) as newest,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object('said', s.said, 'original', s.original, 'corrected', s.corrected))
           from (
               select c.original, c.corrected,
                      (select string_agg(m.content, E'\n' order by m.position) from message m
                       where m.person_id = c.person_id and m.turn_id = c.turn_id and m.role = 'person') as said
               from correction c
               join turn t on t.person_id = c.person_id and t.id = c.turn_id and t.write
               where c.person_id = p.id order by c.created_at desc limit 50
           ) s where s.said is not null
       ), '[]') as text) as corrections,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object('thread_id', o.id, 'memory_id', o.assertion_id,
               'entity_type', o.entity_type, 'text', o.label, 'since', o.since))
           from (
               select e.id, e.assertion_id, e.entity_type, e.label, e.since
               from memory_entity e join assertion a on a.person_id = e.person_id and a.id = e.assertion_id
               where e.person_id = p.id and cast(:read as boolean) and e.is_active and e.resolved_at is null
                 and e.entity_type in ('question_opened', 'waiting_on', 'task', 'blocker')
                 and a.force = 'committed' and a.state = 'active'
                 and not exists (select from narrative n where n.person_id = a.person_id and n.assertion_id = a.id and n.veiled)
                 and (cast(:allowed as text[]) is null
                      or (a.category = any(cast(:allowed as text[])) and e.category = any(cast(:allowed as text[]))))
                 and a.engagement_id in (p.personal_engagement_id, cast(:engagement_id as uuid))
               order by e.touched_at desc, e.id limit 200
           ) o
       ), '[]') as text) as threads,
       cast(:read as boolean) and exists (select from narrative n where n.person_id = p.id) as has_story,
       p.active_turn_id,
       -- What was said before off the record, as the client remembers it; none, and what was said now is lost.
       (select r.earlier from off_record r join line l on l.person_id = r.person_id and l.id = r.line_id
        where r.person_id = p.id and l.turn_id = :turn_id order by l.moment desc limit 1) as earlier,
       (select t.answers_offer_id from turn t where t.person_id = p.id and t.id = :turn_id) as answers_offer_id,
       -- What was said before it was closed, and waited, is a part of what is drafted.
       exists (select from turn t
               join conversation c on c.person_id = t.person_id and c.id = t.conversation_id and c.status = 'ready_to_close'
               join line l on l.person_id = t.person_id and l.turn_id = t.id and l.accepted_at > c.ready_at
               where t.person_id = p.id and t.id = :turn_id) as about_to_end
from person p
where p.id = :person_id
