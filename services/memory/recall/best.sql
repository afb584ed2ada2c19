-- The best of what was looked at closely, and what was said around them.
), worded as materialized (
    select h.number, min(h.role) as role, max(h.meaning) as meaning, max(h.rest) as rest,
           sum(r.weight * h.frequency * (cast(:k as float8) + 1)
               / (h.frequency + :k * (1 - cast(:b as float8) + :b * h.length / size.length))) as words,
           count(*) filter (where h.term = any(cast(:names as text[]))) as names
    from hit h join rarity r on r.term = h.term cross join size
    group by h.number
), spare as materialized (
    -- Of a category that may give only so many: what is beyond twice that takes the place of nothing else.
    select c.number
    from (
        select s.number, k.most,
               row_number() over (
                   partition by k.category
                   order by coalesce(w.words / (select max(w.words) from worded w), 0) * cast(:words_count as float8) + s.rest desc,
                            s.number) as place
        from unnest(cast(:few as text[]), cast(:so_many as integer[])) as k (category, most)
        join seen s on s.category = k.category
        left join worded w on w.number = s.number
    ) c
    where c.place > 2 * c.most
), best as materialized (
    -- What has none of the words can only be among the best of the rest.
    select n.number, min(n.role) as role, max(n.words) as words, max(n.names) as names, max(n.meaning) as meaning
    from (
        (select w.number, w.role, w.words, w.names, w.meaning, w.rest from worded w
         order by w.number in (select o.number from spare o),
                  w.words / (select max(w.words) from worded w) * cast(:words_count as float8) + w.rest desc, w.number
         limit :most)
        union all
        (select s.number, s.role, 0, 0, s.meaning, s.rest from seen s
         order by s.number in (select o.number from spare o), s.rest desc, s.number limit :most)
    ) n
    group by n.number
    order by n.number in (select o.number from spare o),
             coalesce(max(n.words) / (select max(w.words) from worded w), 0) * cast(:words_count as float8) + max(n.rest) desc,
             n.number
    limit :most
), around as materialized (
    select b.number,
           array(select o.number from entry o
                 where o.person_id = :person_id and o.message_id is not null and (o.position, o.part) < (e.position, e.part)
                 order by o.position desc, o.part desc limit :reach) as before,
           array(select o.number from entry o
                 where o.person_id = :person_id and o.message_id is not null and (o.position, o.part) > (e.position, e.part)
                 order by o.position, o.part limit :reach) as after
    from best b
    cross join lateral (
        select e.position, e.part from entry e
        where e.person_id = :person_id and e.role = b.role and e.number = b.number limit 1
    ) e
    where cast(:talk as boolean) and b.role <> 'assertion'
), beside as (
    select unnest(a.before || a.after) as number from around a
    except select b.number from best b
