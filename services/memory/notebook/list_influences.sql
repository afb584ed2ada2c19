-- The turns in which a memory had a part, newest first, with what was said and replied in them.
select r.turn_id, t.activated_at as at, r.influence, r.score, r.reason,
       array(select l.text from line l where l.person_id = t.person_id and l.turn_id = t.id order by l.moment) as said,
       (select m.content from message m where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion'
        order by m.position desc limit 1) as reply
from memory_reference r
join turn t on t.person_id = r.person_id and t.id = r.turn_id
where r.person_id = :person_id and r.assertion_id = :assertion_id
  and (cast(:before as timestamptz) is null or (t.activated_at, t.id) < (:before, cast(:before_id as uuid)))
order by t.activated_at desc, t.id desc
limit :most
