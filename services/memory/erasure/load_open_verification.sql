-- A look that nobody has finished, and what the one who asked for the erasure is told until then.
select o.id, o.key, o.scope, o.ids, o.ended_turn_id, o.work_ids, o.lengths, o.marks, o.vectors, o.created_at, p.secret,
       (select c.answer from applied_command c where c.person_id = o.person_id and c.key = o.key) as answer
from open_look o
join person p on p.id = o.person_id
where o.person_id = :person_id and o.id = :id
