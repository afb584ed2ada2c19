-- The columns of a memory that a book reads and writes: of `assertion` alone, for no name has its table before it.
id, engagement_id, display_number, kind, category, content, own_words, force, previous_force, reason, state, importance,
sensitive, pinned, about, label, actor, version, turn_id, source_assertion_id, source_engagement_id, replaces_id,
replaced_by_id, import_id, model, prompt_version, access_count, last_accessed_at, created_at, updated_at, expires_at,
agent_id, run_id, purge_at
