-- What may fit a question: by meaning, and by any of its words; only what is known and in use.
with known as (
    select * from assertion a
    where a.person_id = :person_id and a.force = 'committed' and a.state = 'active'
      and (cast(:engagement_id as uuid) is null or a.engagement_id = :engagement_id)
      and (cardinality(cast(:categories as text[])) = 0 or a.category = any(cast(:categories as text[])))
), by_meaning as (
    select k.id from known k where k.embedding is not null
    order by k.embedding <=> cast(cast(:vector as text) as halfvec(384)) limit :most
), by_words as (
    select k.id from known k
    where exists (select from unnest(cast(:stems as text[])) as s (stem)
                  where position(s.stem in lower(k.content || ' ' || k.own_words)) > 0)
    order by k.created_at desc limit 20 * :most
)
select k.id, k.engagement_id, k.display_number, k.kind, k.category, k.content, k.own_words, k.force, k.previous_force,
       k.reason, k.state, k.importance, k.sensitive, k.pinned, k.about, k.label, k.actor, k.version, k.turn_id,
       k.source_assertion_id, k.source_engagement_id, k.replaces_id, k.import_id, k.model, k.prompt_version,
       k.access_count, k.last_accessed_at, k.created_at, k.updated_at, k.expires_at,
       coalesce(1 - (k.embedding <=> cast(cast(:vector as text) as halfvec(384))), 0) as nearness
from known k
where k.id in (select id from by_meaning union select id from by_words)
