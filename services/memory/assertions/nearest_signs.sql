        -- How far away 300 to 500 of very many are, a sample tells: so that not all of them are sorted.
        select g.number, g.far
        from (select coalesce((select s.far
                               from (select g.code <~> t.code as far from entry g
                                     where g.person_id = :person_id and g.role = 'assertion' and g.lot < 4
                                       and (cast(:engagements as uuid[]) is null or g.engagement_id = any(cast(:engagements as uuid[])))
                                    ) s
                               order by s.far offset 24 limit 1), 384) as far) cut
        cross join lateral (
            select g.number, g.code <~> t.code as far from entry g
            where g.person_id = :person_id and g.role = 'assertion' and g.edition = :edition and g.code <~> t.code <= cut.far
              and (cast(:engagements as uuid[]) is null or g.engagement_id = any(cast(:engagements as uuid[])))
            offset 0) g
        order by g.far limit 300
