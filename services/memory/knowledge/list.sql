-- What is there, newest first; part of the text is taken literally, whatever its case. Accents count if one types them.
select a.id, a.engagement_id, a.display_number, a.kind, a.category, a.content, a.own_words, a.force, a.previous_force,
       a.reason, a.state, a.importance, a.sensitive, a.pinned, a.about, a.label, a.actor, a.version, a.turn_id,
       a.source_assertion_id, a.source_engagement_id, a.replaces_id, a.replaced_by_id, a.import_id, a.model,
       a.prompt_version, a.access_count, a.last_accessed_at, a.created_at, a.updated_at, a.expires_at, a.agent_id,
       a.run_id, a.purge_at
from assertion a
where a.person_id = :person_id
  and (cast(:assertion_id as uuid) is null or a.id = :assertion_id)
  and (cast(:engagement_id as uuid) is null or a.engagement_id = :engagement_id)
  and (cast(:force as text) is null or a.force = :force)
  and (cast(:kind as text) is null or a.kind = :kind)
  and (cast(:state as text) is null or a.state = :state)
  and (cast(:q as text) = ''
       or case when folded(:q) = lower(normalize(:q, NFD)) then position(folded(:q) in folded(a.content))
               else position(lower(normalize(:q, NFC)) in lower(normalize(a.content, NFC))) end > 0)
  and (a.created_at, a.id) < (coalesce(cast(:before as timestamptz), 'infinity'),
                              coalesce(cast(:before_id as uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by a.created_at desc, a.id desc
limit :most
