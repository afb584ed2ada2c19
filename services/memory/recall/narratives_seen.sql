          -- What a conversation meant goes only to who may hear what was said, and may see all that it names.
          and (e.kind <> 'narrative' or cast(:granted as text[]) is null
               or (cast(:hears as boolean) and not exists (
                   select from memory_entity me
                   where me.person_id = e.person_id and me.assertion_id = e.assertion_id
                     and (me.category is null or me.category <> all(cast(:granted as text[]))))))
          and (e.kind <> 'narrative' or not exists (select from narrative n where n.person_id = e.person_id and n.assertion_id = e.assertion_id and n.veiled))
