    -- Of the entries that were chosen those that the asker may be shown, each with its nearness in meaning.
    cross join lateral (
        select e.number, e.role, e.length, e.category, e.at, e.assertion_id,
               case when e.edition = :edition and (e.message_id is null or e.message_id not in (select f.id from shadowed f))
                    then 1 - (e.embedding <=> (select case e.role when 'assertion' then a.fact else a.talk end from asked a))
               end as meaning
        from entry e
        where e.person_id = :person_id and e.number = c.number
              and case when e.role = 'assertion' then cast(:facts as boolean) else cast(:talk as boolean) end
              and (e.turn_id is null or (e.turn_id, e.role) not in (select h.turn_id, h.role from hidden h))
\ir in_place.sql
        offset 0
    ) e
