-- Stored meanings that are those of an erased text: most short texts can be rebuilt from one. Of every embedder: only one
-- and the same vector is so near.
select count(*) as found
from (
    select a.embedding from assertion a where a.person_id = :person_id and a.embedding is not null
    union all
    select e.embedding from entry e where e.person_id = :person_id
) m
where exists (select from unnest(cast(:vectors as text[])) as v (vector)
              where m.embedding <=> cast(v.vector as halfvec(384)) < cast(:within as float8))
