-- Stored meanings that are those of an erased text: most short texts can be rebuilt from one.
select count(*) as found
from assertion a
where a.person_id = :person_id and a.embedding is not null
  and exists (select from unnest(cast(:vectors as text[])) as v (vector)
              where a.embedding <=> cast(v.vector as halfvec(384)) < cast(:within as float8))
