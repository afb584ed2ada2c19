-- How one turn came about: what was said and replied, how it was read, by whom, and what took how long.
select t.id as turn_id, t.write, t.status, t.intent, t.action, cast(t.stamps as text) as stamps,
       array(select l.text from line l where l.person_id = t.person_id and l.turn_id = t.id order by l.moment) as said,
       (select m.content from message m where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion'
        order by m.position desc limit 1) as reply,
       c.intent as read_as, cast(c.axes as text) as axes, c.confidence, c.alternatives, c.language,
       cast(c.understood_by as text) as understood_by, cast(c.answered_by as text) as answered_by
from turn t
left join classification c on c.person_id = t.person_id and c.turn_id = t.id
where t.person_id = :person_id and t.id = :turn_id
