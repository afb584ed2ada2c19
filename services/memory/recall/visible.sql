      -- What the asker may see, then what they ask about. Decided in the database: what is not let through counts nowhere.
      and (cast(:allowed as text[]) is null or a.category = any(cast(:allowed as text[])))
      and (a.kind <> 'procedure' or cast(:procedures as boolean))
      and (cast(:engagement_id as uuid) is null or a.engagement_id = cast(:engagement_id as uuid))
      and (cast(:category as text) is null or a.category = cast(:category as text))
      and (cast(:kind as text) is null or a.kind = cast(:kind as text))
      and (cast(:agent_id as text) is null or a.agent_id = cast(:agent_id as text))
      and (cast(:run_id as text) is null or a.run_id = cast(:run_id as text))
      and (cast(:actor as text) is null or a.actor = cast(:actor as text))
      and (cast(:role as text) is null
           or case a.label when 'inferred' then 'companion' else 'person' end = cast(:role as text))
      and (cast(:pinned as boolean) is null or a.pinned = cast(:pinned as boolean))
      and (cast(:importance_min as integer) is null or a.importance >= cast(:importance_min as integer))
      and (cast(:importance_max as integer) is null or a.importance <= cast(:importance_max as integer))
      and (cast(:updated_after as timestamptz) is null or a.updated_at > cast(:updated_after as timestamptz))
      and (cast(:updated_before as timestamptz) is null or a.updated_at < cast(:updated_before as timestamptz))
      and (cast(:entity_type as text) is null
           or exists (select from memory_entity me
                      where me.person_id = a.person_id and me.assertion_id = a.id and me.is_active
                        and me.entity_type = cast(:entity_type as text)))
      and (a.kind <> 'narrative' or cast(:granted as text[]) is null
           or (cast(:hears as boolean) and not exists (
               select from memory_entity me
               where me.person_id = a.person_id and me.assertion_id = a.id
                 and (me.category is null or me.category <> all(cast(:granted as text[]))))))
      and (a.kind <> 'narrative' or not exists (select from narrative n where n.person_id = a.person_id and n.assertion_id = a.id and n.veiled))
