-- For each text the nearest assertions of some engagements, by meaning. Of what the index has, those are measured whose signs
-- are nearest; of what waits for an answer, and of what the index does not have yet, all.
with asked as materialized (
    -- Read once: as it comes, a vector would be read again for each assertion.
    select u.place, u.meaning, binary_quantize(u.meaning)::bit(384) as code
    from (select v.place, cast(v.vector as halfvec(384)) as meaning
          from unnest(cast(:vectors as text[])) with ordinality as v (vector, place) offset 0) u
)
select t.place, n.id, n.nearness
from asked t
cross join lateral (
    select a.id, 1 - (a.embedding <=> t.meaning) as nearness
    from (
        (select e.assertion_id as id
         from (
\ir nearest_signs.sql
         ) g
         join entry e on e.person_id = :person_id and e.number = g.number
         order by e.embedding <=> t.meaning limit 20)
        union
        (select a.id from assertion a
         where a.person_id = :person_id and a.engagement_id = any(cast(:engagements as uuid[])) and a.force = 'held'
           and a.embedding is not null and a.space = :space
         order by a.embedding <=> t.meaning limit 20)
        union
        (select a.id from assertion a
         where a.person_id = :person_id and a.engagement_id = any(cast(:engagements as uuid[]))
           and a.force = 'committed' and a.state = 'active' and a.edition < :edition
           and a.embedding is not null and a.space = :space
         order by a.embedding <=> t.meaning limit 20)
    ) c
    join assertion a on a.person_id = :person_id and a.id = c.id and a.force <> 'retracted' and a.state = 'active'
                        and a.embedding is not null and a.space = :space
    order by a.embedding <=> t.meaning
    limit 20
) n
