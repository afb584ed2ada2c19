-- A line that is to be taken out of the talk: its message, and the memories that were read from it.
select l.text, l.write, l.turn_id,
       (select m.id from message m
        where m.person_id = l.person_id and m.turn_id = l.turn_id and m.role = 'person'
        order by m.position
        offset (select count(*) from line b where b.person_id = l.person_id and b.turn_id = l.turn_id and b.moment < l.moment)
        limit 1) as message_id,
       array(select a.id from assertion a
             where a.person_id = l.person_id and a.turn_id = l.turn_id
               and ((select count(*) from line o where o.person_id = l.person_id and o.turn_id = l.turn_id) = 1
                    or (a.own_words <> '' and position(lower(a.own_words) in lower(l.text)) > 0))
             order by a.id) as memories
from line l
where l.person_id = :person_id and l.id = :line_id
  and l.turn_id is not null and (cast(:turn_id as uuid) is null or l.turn_id = cast(:turn_id as uuid))
