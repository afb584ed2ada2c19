-- The assertions of some engagements that are not retracted, and those that are named, with what they replace or replaced.
select a.id, a.engagement_id, a.display_number, a.kind, a.category, a.content, a.own_words, a.force, a.previous_force,
       a.reason, a.state, a.importance, a.sensitive, a.pinned, a.about, a.label, a.actor, a.version, a.turn_id,
       a.source_assertion_id, a.source_engagement_id, a.replaces_id, a.replaced_by_id, a.import_id, a.model,
       a.prompt_version, a.access_count, a.last_accessed_at, a.created_at, a.updated_at, a.expires_at, a.agent_id,
       a.run_id, a.purge_at
from assertion a
where a.person_id = :person_id
  and ((a.engagement_id = any(cast(:engagements as uuid[])) and a.force <> 'retracted')
       or (a.engagement_id = any(cast(:held_in as uuid[])) and a.force = 'held')
       or a.id = any(cast(:ids as uuid[]))
       or (a.force = 'committed'
           and a.engagement_id in (select s.engagement_id from assertion s
                                   where s.person_id = :person_id and s.id = any(cast(:beside as uuid[]))))
       or a.replaced_by_id = any(cast(:ids as uuid[]))
       or a.id in (select h.replaces_id from assertion h where h.person_id = :person_id and h.id = any(cast(:ids as uuid[]))))
