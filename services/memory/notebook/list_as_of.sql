-- What was there at a moment, as it stood and read then, newest first: of each history what was told last until then.
-- What is erased since has no history; own words are told where they are still those of the text.
select a.id, a.engagement_id, a.display_number, a.kind, a.category, t.new as content,
       case when t.new = a.content then a.own_words else '' end as own_words, t.force_to as force,
       case when t.force_to = 'retracted' then coalesce(t.force_from, 'held') end as previous_force, t.reason,
       case when t.verb = 'soft_delete' then 'soft_deleted' else 'active' end as state, a.importance, a.sensitive,
       a.pinned, a.about, a.label, a.actor, t.version, a.turn_id, a.source_assertion_id, a.source_engagement_id,
       null::uuid as replaces_id, null::uuid as replaced_by_id, a.import_id, a.model, a.prompt_version, a.access_count, a.last_accessed_at, null::timestamptz as asked_at, a.created_at,
       t.created_at as updated_at, null::timestamptz as expires_at, a.agent_id, a.run_id, null::timestamptz as purge_at,
       a.asked_at,
       (select min(n.created_at) from assertion_history n
        where n.person_id = a.person_id and n.assertion_id = a.id and n.moment > t.moment and n.new is not null
          and ((t.force_to = 'retracted') <> (n.force_to = 'retracted') or n.new <> t.new)) as valid_to,
       case when t.new = a.content then 1 - (a.embedding <=> cast(:vector as halfvec(384))) end as nearness
from assertion a
cross join lateral (
    select h.* from assertion_history h
    where h.person_id = a.person_id and h.assertion_id = a.id and h.created_at <= :as_of
      and h.event <> 'LINK' and h.new is not null  -- a link and an erasure elsewhere say nothing of how it read
    order by h.moment desc limit 1
) t
where a.person_id = :person_id
  and (cast(:engagement_id as uuid) is null or a.engagement_id = :engagement_id)
  and (cast(:force as text) is null or t.force_to = :force)
  and (cast(:kind as text) is null or a.kind = :kind)
  and (cast(:state as text) is null or (t.verb = 'soft_delete') = (:state = 'soft_deleted'))
  and (cast(:q as text) = ''
       or case when folded(:q) = lower(normalize(:q, NFD)) then position(folded(:q) in folded(t.new))
               else position(lower(normalize(:q, NFC)) in lower(normalize(t.new, NFC))) end > 0)
  and (a.created_at, a.id) < (coalesce(cast(:before as timestamptz), 'infinity'),
                              coalesce(cast(:before_id as uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by a.created_at desc, a.id desc
limit :most
