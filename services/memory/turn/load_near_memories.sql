-- Memories as understanding is given them.
select a.id as assertion_id, a.display_number, a.content, a.category, a.engagement_id = p.personal_engagement_id as personal
from assertion a join person p on p.id = a.person_id
where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))
  and not exists (select from narrative n where n.person_id = a.person_id and n.assertion_id = a.id and n.veiled)
