-- Who the person is to an erasure: whether they are there, the turn in flight, their key, the end of their audit.
select p.active_turn_id, p.secret, p.personal_engagement_id,
       (select a.number from audit a where a.person_id = :person_id order by a.number desc limit 1) as audit_number,
       (select a.chain from audit a where a.person_id = :person_id order by a.number desc limit 1) as audit_chain
from person p
where p.id = :person_id
