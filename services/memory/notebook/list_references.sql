-- Which memories had a part in a turn, the strongest first, as they read now if they are still known.
select r.assertion_id, a.display_number, r.influence, r.score, r.reason,
       case when a.force <> 'retracted' and a.state = 'active' then a.content end as content
from memory_reference r
join assertion a on a.person_id = r.person_id and a.id = r.assertion_id
where r.person_id = :person_id and r.turn_id = :turn_id
order by r.score desc, r.assertion_id
