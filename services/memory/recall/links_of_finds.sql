-- Links of what was found: to each other, and to what the asker may see besides. Both ends are known and in use.
with linked as materialized (
    select r.from_id, r.to_id, r.strength from relation r
    where r.person_id = :person_id and r.from_id = any(cast(:ids as uuid[]))
    union
    select r.from_id, r.to_id, r.strength from relation r
    where r.person_id = :person_id and r.to_id = any(cast(:ids as uuid[]))
)
select l.from_id, l.to_id, l.strength
from linked l
join assertion a on a.person_id = :person_id
    and a.id = case when l.from_id = any(cast(:ids as uuid[])) then l.to_id else l.from_id end
where a.force = 'committed' and a.state = 'active'
      and (cast(:engagements as uuid[]) is null or a.engagement_id = any(cast(:engagements as uuid[])))
\ir visible.sql
