-- For each text the nearest assertions of some engagements, by meaning; exact, over one person's rows.
select t.place, n.id, n.nearness
from unnest(cast(:vectors as text[])) with ordinality as t (vector, place)
cross join lateral (
    select a.id, 1 - (a.embedding <=> cast(t.vector as halfvec(384))) as nearness
    from assertion a
    where a.person_id = :person_id and a.engagement_id = any(cast(:engagements as uuid[]))
      and a.force <> 'retracted' and a.state = 'active'
      and a.embedding is not null and a.space = :space
    order by a.embedding <=> cast(t.vector as halfvec(384))
    limit 20
) n
