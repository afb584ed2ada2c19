-- What is related to a memory, the nearest first; both ends are known, or there is nothing to tell.
select a.id, a.engagement_id, a.display_number, a.category, a.content, r.strength
from relation r
join assertion o on o.person_id = r.person_id and o.id = :assertion_id
join assertion a on a.person_id = r.person_id and a.id in (r.from_id, r.to_id) and a.id <> o.id
where r.person_id = :person_id and :assertion_id in (r.from_id, r.to_id)
  and o.force = 'committed' and o.state = 'active' and a.force = 'committed' and a.state = 'active'
order by r.strength desc, a.id
limit :most
