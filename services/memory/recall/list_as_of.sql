-- What was there at a moment, as it stood and read then, newest first: of each history what was told last until then.
-- What is erased since has no history; own words are told where they are still those of the text.
-- A column that history knows is told as it was then: of two with one name, whoever reads the row is given the later one.
select
\ir ../assertions/assertion_columns.sql
, told as content, case when told = content then own_words else '' end as own_words, told_force as force,
  case when told_force = 'retracted' then coalesce(force_from, 'held') end as previous_force, told_reason as reason,
  case when verb = 'soft_delete' then 'soft_deleted' else 'active' end as state, told_version as version,
  null::uuid as replaces_id, null::uuid as replaced_by_id, told_at as updated_at, null::timestamptz as expires_at,
  null::timestamptz as purge_at,
  (select min(n.created_at) from assertion_history n
   where n.person_id = a.person_id and n.assertion_id = a.id and n.moment > t.moment and n.new is not null
     and ((t.told_force = 'retracted') <> (n.force_to = 'retracted') or n.new <> t.told)) as valid_to,
  case when told = content then 1 - (embedding <=> cast(:vector as halfvec(384))) end as nearness
from assertion a
cross join lateral (
    select h.moment, h.verb, h.new as told, h.force_from, h.force_to as told_force, h.reason as told_reason,
           h.version as told_version, h.created_at as told_at
    from assertion_history h
    where h.person_id = a.person_id and h.assertion_id = a.id and h.created_at <= :as_of
      and h.event <> 'LINK' and h.new is not null  -- a link and an erasure elsewhere say nothing of how it read
    order by h.moment desc limit 1
) t
where a.person_id = :person_id
  and (cast(:engagement_id as uuid) is null or a.engagement_id = :engagement_id)
  and (cast(:force as text) is null or t.told_force = :force)
  and (cast(:kind as text) is null or a.kind = :kind)
  and (cast(:state as text) is null or (t.verb = 'soft_delete') = (:state = 'soft_deleted'))
  and (cast(:q as text) = ''
       or case when folded(:q) = lower(normalize(:q, NFD)) then position(folded(:q) in folded(t.told))
               else position(lower(normalize(:q, NFC)) in lower(normalize(t.told, NFC))) end > 0)
  and (a.created_at, a.id) < (coalesce(cast(:before as timestamptz), 'infinity'),
                              coalesce(cast(:before_id as uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by a.created_at desc, a.id desc
limit :most
