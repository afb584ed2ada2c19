-- Some of the last turns of a conversation that were said on the record and are still there, oldest first: what was said, told and noted, and what was kept of it.
select t.id as turn_id, t.activated_at as at, t.engagement_id, t.intent, t.action, t.asked, t.said,
       coalesce((select string_agg(m.content, E'\n' order by m.position) from message m
                 where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion'), '') as replied,
       array(select m.content from message m
             where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'system' order by m.position)
           || array(select 'set right: ' || c.corrected from correction c
                    where c.person_id = t.person_id and c.turn_id = t.id) as noted,
       array(select a.content from assertion a
             where a.person_id = t.person_id and a.turn_id = t.id and a.force in ('held', 'committed')
               and a.state = 'active' and a.kind <> 'narrative' order by a.display_number) as facts
from (
    select r.*, (select string_agg(l.text, E'\n' order by l.moment) from line l
                 where l.person_id = r.person_id and l.turn_id = r.id and l.taken_out_at is null) as said
    from (select * from turn n
          where n.person_id = :person_id and n.conversation_id = :conversation_id and n.status = 'answered' and n.write
          order by n.moment desc limit :most) r
) t
where t.said is not null
order by t.moment
limit :page offset :skipped
