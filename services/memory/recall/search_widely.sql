-- The same as search.sql for a person of whom there is much: all entries are looked at by the signs of their meanings alone,
-- and the terms that are in few of them are looked up; what comes out best is looked at closely. What is usual is taken from
-- a sample. Asked by nobody from whom something is hidden.
with asked as materialized (
    select cast(cast(:vector as text) as halfvec(384)) as talk, cast(cast(:fact_vector as text) as halfvec(384)) as fact
), place as materialized (
    select array(select unnest(cast(:engagements as uuid[]))
                 union all
                 select p.personal_engagement_id from person p where p.id = :person_id and cast(:story as boolean)) as ids
), hidden as materialized (
\ir hidden.sql
), naming as materialized (
\ir naming.sql
), sampled as materialized (
    select e.number, e.role, e.far, e.is_timely
    from (select 'assertion' as role where cast(:facts as boolean)
          union all select unnest(array['person', 'companion']) where cast(:talk as boolean)) r
    cross join lateral (
        select e.number, e.role,
\ir far.sql
               as far, coalesce(e.at >= cast(:begins as timestamptz) and e.at < cast(:ends as timestamptz), false) as is_timely
        from entry e
        where e.person_id = :person_id and e.role = r.role and e.lot < cast(:lots as smallint)
\ir in_place.sql
        offset 0
    ) e
), cut as materialized (
    -- So far away are as many as are to be taken, of each role; and of the time that is asked about.
    select r.role, r.fars[r.nth] as far,
           case when cast(:begins as timestamptz) is not null then coalesce(r.timely[r.nth], 384) end as timely
    from (
        select s.role, greatest(1, round(cast(:near as float8) * cast(:lots as smallint) / 64))::integer as nth,
               array_agg(s.far order by s.far) as fars,
               array_agg(s.far order by s.far) filter (where s.is_timely) as timely
        from sampled s group by s.role
    ) r
), near as materialized (
    select e.number, e.role, e.far, e.is_timely
    from cut r
    cross join lateral (
        select e.number, e.role, e.engagement_id, e.kind, e.edition,
\ir far.sql
               as far, coalesce(e.at >= cast(:begins as timestamptz) and e.at < cast(:ends as timestamptz), false) as is_timely
        from entry e
        where e.person_id = :person_id and e.role = r.role
              and (
\ir far.sql
                  <= r.far
                  or (r.timely is not null and e.at >= cast(:begins as timestamptz) and e.at < cast(:ends as timestamptz) and
\ir far.sql
                      <= r.timely))
        offset 0  -- what is cheaper to tell is asked of fewer
    ) e
    where e.edition = :edition
\ir in_place.sql
), posted as materialized (
    -- A term that is in very many leads to none of them.
    select t.term, ltrim(t.term, '~') as word, p.numbers, p.frequencies, p.oldest, cardinality(p.numbers) >= :often as is_common
    from unnest(cast(:terms as text[])) t (term)
    cross join lateral (
        select array_agg(p.number) as numbers, array_agg(p.frequency) as frequencies, min(p.number) as oldest
        from (
            select p.number, p.frequency from posting p
            where p.person_id = :person_id and p.term = t.term
            order by p.number desc limit :often
        ) p
    ) p
    where p.numbers is not null
), rarity as materialized (
    -- How many have one that is in very many follows from how far back those go that were looked up.
    select c.term, ln(1 + (greatest(:entries - c.entries, 0) + 0.5) / (c.entries + 0.5))::float8 as weight
    from (
        select p.word as term,
               sum(cardinality(p.numbers)
                   * case when p.is_common
                     then (select count(*)::float8 / greatest(count(*) filter (where s.number >= p.oldest), 1) from sampled s)
                     else 1 end) as entries
        from posted p group by p.word
    ) c
), rare as materialized (
    select n.number, p.word as term, n.frequency, r.weight
    from posted p join rarity r on r.term = p.word
    cross join lateral unnest(p.numbers, p.frequencies) n (number, frequency)
    where not p.is_common
), worded_roughly as materialized (
    select p.number, sum(p.weight * p.frequency * (cast(:k as float8) + 1) / (p.frequency + :k)) as words
    from rare p group by p.number
), chosen as materialized (
    (select n.number from near n where n.role = 'assertion' order by n.far limit :closely)
    union (select n.number from near n where n.role = 'person' order by n.far limit :closely)
    union (select n.number from near n where n.role = 'companion' order by n.far limit :closely)
    union (select n.number from near n where n.is_timely order by n.far limit :closely)
    union (select w.number from worded_roughly w order by w.words desc limit :closely)
    union (select e.number from entry e
           where e.person_id = :person_id and e.role = 'assertion'
             and e.assertion_id in (select n.assertion_id from naming n order by n.terms desc, n.assertion_id limit :closely))
    union (select n.number from near n join worded_roughly w on w.number = n.number
           order by w.words / (select max(w.words) from worded_roughly w) * cast(:words_count as float8) + cos(pi() * n.far / 384) desc
           limit :closely)
), seen as materialized (
    select e.number, e.role, e.length, e.category, e.meaning,
           coalesce(e.meaning, 0)
           + case when e.role = any(cast(:speakers as text[])) then cast(:speaker_counts as float8) else 0 end
           + coalesce((select n.terms from naming n where n.assertion_id = e.assertion_id), 0) * cast(:entity_counts as float8)
           + case when e.at >= cast(:begins as timestamptz) and e.at < cast(:ends as timestamptz)
                  then cast(:time_counts as float8) else 0 end as rest
    from chosen c
\ir seen_of_these.sql
), crowd as materialized (
    select s.role = 'assertion' as is_fact, count(*) * 128 / cast(:lots as smallint) as entries,
           sum(e.length)::float8 * 128 / cast(:lots as smallint) as length,
           count(e.meaning) as meanings, sum(e.meaning) as meaning, sum(e.meaning * e.meaning) as squares
    from sampled s
    cross join lateral (
        select e.length, case when e.edition = :edition
                              then 1 - (e.embedding <=> (select case s.role when 'assertion' then a.fact else a.talk end from asked a))
                         end as meaning
        from entry e where e.person_id = :person_id and e.role = s.role and e.number = s.number
        offset 0
    ) e
    where s.number / 64 % 2 = 0  -- half of it is enough
    group by 1
\ir usual.sql
), promising as materialized (
    select s.number
    from seen s left join worded_roughly w on w.number = s.number
    order by coalesce(w.words / (select max(w.words) from worded_roughly w), 0) * cast(:words_count as float8) + s.rest desc
    limit :closely
), hit as materialized (
    select s.number, s.role, p.term, p.frequency, s.length, s.meaning, s.rest
    from seen s join rare p on p.number = s.number
    union all
    select s.number, s.role, c.word, p.frequency, s.length, s.meaning, s.rest
    from promising m
    join seen s on s.number = m.number
    join posted c on c.is_common
    cross join lateral (
        select p.frequency from posting p
        where p.person_id = :person_id and p.term = c.term and p.number = s.number
        offset 0
    ) p
\ir best.sql
), at_hand as materialized (
    select e.number, e.role, e.length, e.meaning
    from beside c
\ir seen_of_these.sql
), neighbour as materialized (
    select s.number, s.role, s.meaning,
           coalesce(sum(p.weight * p.frequency * (cast(:k as float8) + 1)
                        / (p.frequency + :k * (1 - cast(:b as float8) + :b * s.length / size.length))), 0) as words,
           count(*) filter (where p.term = any(cast(:names as text[]))) as names
    from at_hand s cross join size left join (select * from rare p offset 0) p on p.number + 0 = s.number + 0
    group by s.number, s.role, s.meaning
\ir told.sql
