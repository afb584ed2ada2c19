-- Engagements, the oldest first.
select cast(e.id as text) as after,
       (select count(*) from engagement c where c.person_id = :person_id) as total,
       cast(jsonb_build_object('engagement_id', e.id, 'kind', e.kind, 'title', e.title, 'seed', e.seed,
            'status', e.status, 'numbered', e.numbered, 'created_at', e.created_at) as text) as row
from engagement e
where e.person_id = :person_id and (cast(:after as text) = '' or e.id > cast(nullif(:after, '') as uuid))
order by e.id
limit :most
