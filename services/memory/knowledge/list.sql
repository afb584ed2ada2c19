-- What is there, newest first; part of the text is taken literally, whatever its case.
select a.id, a.engagement_id, a.display_number, a.kind, a.category, a.content, a.own_words, a.force, a.previous_force,
       a.reason, a.state, a.importance, a.sensitive, a.pinned, a.about, a.label, a.actor, a.version, a.turn_id,
       a.source_assertion_id, a.source_engagement_id, a.replaces_id, a.import_id, a.model, a.prompt_version,
       a.access_count, a.last_accessed_at, a.created_at, a.updated_at, a.expires_at
from assertion a
where a.person_id = :person_id
  and (cast(:assertion_id as uuid) is null or a.id = :assertion_id)
  and (cast(:engagement_id as uuid) is null or a.engagement_id = :engagement_id)
  and (cast(:force as text) is null or a.force = :force)
  and (cast(:kind as text) is null or a.kind = :kind)
  and (cast(:q as text) = '' or position(lower(:q) in lower(a.content)) > 0)
  and (cast(:before as timestamptz) is null or (a.created_at, a.id) < (:before, cast(:before_id as uuid)))
order by a.created_at desc, a.id desc
limit :most
