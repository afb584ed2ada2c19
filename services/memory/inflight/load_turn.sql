-- A turn as it was put on the line, to be put there again.
select t.id as turn_id, t.tenant_id, t.person_id, t.conversation_id, t.engagement_id,
       e.kind as engagement_kind, e.title as engagement_title, t.channel, t.write, t.read, t.offered, t.steps,
       t.activated_at, t.deadline, t.status,
       (select cast(jsonb_agg(jsonb_build_object(
                   'line_id', l.id, 'text', case when l.write then l.text else coalesce(r.content, :lost) end)
               order by l.moment) as text)
        from line l left join off_record r on r.person_id = l.person_id and r.line_id = l.id
        where l.person_id = t.person_id and l.turn_id = t.id) as lines,
       not t.write and not exists (select from off_record r join line l on l.person_id = r.person_id and l.id = r.line_id
                                   where r.person_id = t.person_id and l.turn_id = t.id) as is_lost,
       (select coalesce(s.form, r.content) from applied_step s
        left join off_record r on r.person_id = s.person_id and r.turn_id = s.turn_id
        where s.person_id = t.person_id and s.turn_id = t.id and s.step = 'perform') as performed,
       exists (select from assertion_history h where h.person_id = t.person_id and h.turn_id = t.id) as has_kept
from turn t
join engagement e on e.person_id = t.person_id and e.id = t.engagement_id
where t.person_id = :person_id and t.id = :turn_id
