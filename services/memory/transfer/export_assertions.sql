-- Assertions with all that is known of them but what can be computed again.
select cast(a.id as text) as after,
       (select count(*) from assertion c where c.person_id = :person_id and c.state <> 'gone') as total,
       cast(jsonb_build_object('assertion_id', a.id, 'engagement_id', a.engagement_id,
            'display_number', a.display_number, 'kind', a.kind, 'category', a.category, 'content', a.content,
            'own_words', a.own_words, 'force', a.force, 'previous_force', a.previous_force, 'reason', a.reason,
            'state', a.state, 'importance', a.importance, 'sensitive', a.sensitive, 'pinned', a.pinned,
            'about', a.about, 'label', a.label, 'actor', a.actor, 'version', a.version, 'turn_id', a.turn_id,
            'source_assertion_id', a.source_assertion_id, 'source_engagement_id', a.source_engagement_id,
            'replaces_id', a.replaces_id, 'model', a.model, 'prompt_version', a.prompt_version,
            'access_count', a.access_count, 'last_accessed_at', a.last_accessed_at, 'created_at', a.created_at,
            'updated_at', a.updated_at, 'expires_at', a.expires_at, 'purge_at', a.purge_at,
            'related', (select coalesce(jsonb_agg(jsonb_build_object('assertion_id', r.to_id, 'strength', r.strength)
                                                  order by r.to_id), '[]')
                        from relation r where r.person_id = a.person_id and r.from_id = a.id),
            'agent_id', a.agent_id,
            'run_id', a.run_id) as text) as row
from assertion a
where a.person_id = :person_id and a.state <> 'gone' and (cast(:after as text) = '' or a.id > cast(nullif(:after, '') as uuid))
order by a.id
limit :most
