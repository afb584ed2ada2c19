       -- The last exchanges, oldest first, each with the time at which it ended, and the question that its reply ended in.
       cast((select coalesce(jsonb_agg(x.exchange || jsonb_build_object(
                 'at', t.closed_at, 'asked', right(x.exchange ->> 'replied', t.asked)) order by x.place), '[]')
             from jsonb_array_elements(exchanges(p.id, :engagement_id, p.personal_engagement_id, :exchanges, false)) with ordinality x (exchange, place)
             join turn t on t.person_id = p.id and t.id = cast(x.exchange ->> 'turn_id' as uuid)) as text) as history,
