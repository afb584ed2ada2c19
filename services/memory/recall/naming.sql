    -- What conversations named: of each narrative how many of the question's terms begin a word of what it names.
    select m.assertion_id, max(m.terms) as terms
    from (
        select me.assertion_id,
               (select count(*) from unnest(cast(:entity_terms as text[])) t (term) where folded(me.label) ~ ('\m' || t.term)) as terms
        from memory_entity me
        where cast(:facts as boolean) and me.person_id = :person_id and me.is_active
          and folded(me.label) ~ cast(:entity_pattern as text)
    ) m
    group by m.assertion_id
