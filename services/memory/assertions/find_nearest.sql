-- For each text the nearest assertions of some engagements, by meaning; exact, over one person's rows.
with asked as materialized (
    -- Read once: as it comes, a vector would be read again for each assertion.
    select t.place, cast(t.vector as halfvec(384)) as meaning
    from unnest(cast(:vectors as text[])) with ordinality as t (vector, place)
)
select t.place, n.id, n.nearness
from asked t
cross join lateral (
    select a.id, 1 - (a.embedding <=> t.meaning) as nearness
    from assertion a
    where a.person_id = :person_id and a.engagement_id = any(cast(:engagements as uuid[]))
      and a.force <> 'retracted' and a.state = 'active'
      and a.embedding is not null and a.space = :space
    order by a.embedding <=> t.meaning
    limit 20
) n
