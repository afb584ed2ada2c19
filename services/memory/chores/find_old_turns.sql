-- A person's turns of before then, the oldest first; not what is still under way, nor what asked a question that can be answered.
select t.id
from turn t
where t.person_id = :person_id and t.activated_at < :before and t.status in ('answered', 'failed')
  and not exists (select from offer o where o.person_id = t.person_id and o.turn_id = t.id and o.status in ('standing', 'waiting'))
order by t.moment
limit :most
