select a.id, a.engagement_id, a.display_number, a.kind, a.category, a.content, a.own_words, a.force, a.previous_force,
       a.reason, a.state, a.importance, a.sensitive, a.pinned, a.about, a.label, a.actor, a.version, a.turn_id,
       a.source_assertion_id, a.source_engagement_id, a.replaces_id, a.replaced_by_id, a.import_id, a.model,
       a.prompt_version, a.access_count, a.last_accessed_at, a.created_at, a.updated_at, a.expires_at, a.agent_id,
       a.run_id, a.purge_at, a.asked_at
from assertion a
