-- The newest narratives of Your Story that are known, with the people and projects that each names.
select a.id, a.content,
       array(select coalesce(e.data ->> 'name', e.data ->> 'act') from memory_entity e
             where e.person_id = a.person_id and e.assertion_id = a.id and e.is_active
               and e.entity_type in ('person', 'act_reference', 'act_update') order by e.id) as names
from narrative n
join assertion a on a.person_id = n.person_id and a.id = n.assertion_id
join engagement g on g.person_id = a.person_id and g.id = a.engagement_id and g.kind = 'personal'
where n.person_id = :person_id and a.force = 'committed' and a.state = 'active'
order by n.at desc, a.id
limit :newest
