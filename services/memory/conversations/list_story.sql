-- The narratives of Your Story, or of a project with those that speak of it, the newest first, and how many there are.
with wanted as (
    select a.id, n.at
    from narrative n
    join assertion a on a.person_id = n.person_id and a.id = n.assertion_id
    join person p on p.id = n.person_id
    where n.person_id = :person_id and a.force = 'committed' and a.state = 'active'
      and (a.engagement_id = coalesce(cast(:engagement_id as uuid), p.personal_engagement_id)
           or (cast(:engagement_id as uuid) is not null
               and exists (select from memory_entity e
                           where e.person_id = a.person_id and e.assertion_id = a.id and e.is_active
                             and e.engagement_id = :engagement_id)))
      and (cast(:q as text) = '' or strpos(folded(a.content), folded(:q)) > 0)
)
select s.id, t.total,
       case when s.place <= cast(:arranged as integer)
            then (select halfvec_send(a.embedding) from assertion a where a.person_id = :person_id and a.id = s.id)
            end as meaning
from (select count(*) as total from wanted) t
left join (select id, row_number() over (order by at desc, id) as place
           from wanted order by at desc, id limit :most offset :skipped) s on true
order by s.place
