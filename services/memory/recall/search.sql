-- What of a person may answer a question: each entry with its nearness in meaning and the weight of its words, the best of
-- a rough sum with what was said around them. Exact, over one person's rows; who asks sees nothing that is hidden from them,
-- nor what it would have counted for.
with asked as materialized (
    -- Read once: as it comes, a plan for any question would read it again for each entry.
    select cast(cast(:vector as text) as halfvec(384)) as talk, cast(cast(:fact_vector as text) as halfvec(384)) as fact
), story as (
    select p.personal_engagement_id as id from person p where p.id = :person_id
), hidden as materialized (
\ir hidden.sql
), naming as materialized (
\ir naming.sql
), seen as materialized (
    -- + 0: the planner knows how rare a number is among all persons', would take a join of two long lists for a short one
    -- and walk one of them for each row of the other.
    select e.number + 0 as number, e.role, e.length, e.category, e.meaning,
           coalesce(e.meaning, 0)
           + case when e.role = any(cast(:speakers as text[])) then cast(:speaker_counts as float8) else 0 end
           + coalesce((select n.terms from naming n where n.assertion_id = e.assertion_id), 0) * cast(:entity_counts as float8)
           + case when e.at >= cast(:begins as timestamptz) and e.at < cast(:ends as timestamptz)
                  then cast(:time_counts as float8) else 0 end as rest  -- all that counts but its words
    from (
        select e.number, e.length, e.role, e.at, e.category, e.assertion_id,
               case when e.edition = :edition then 1 - (e.embedding <=> (select a.fact from asked a)) end as meaning
        from entry e
        where cast(:facts as boolean) and e.person_id = :person_id and e.role = 'assertion'
          and (cast(:engagements as uuid[]) is null or e.engagement_id = any(cast(:engagements as uuid[]))
               or (cast(:story as boolean) and e.engagement_id = (select t.id from story t)))
          and (cast(:allowed as text[]) is null or (e.category = any(cast(:allowed as text[])) and not e.withheld))
          and (e.kind <> 'procedure' or cast(:procedures as boolean))
\ir narratives_seen.sql
          and (not cast(:narrowed as boolean) or e.assertion_id in (
              select a.id from assertion a where a.person_id = :person_id
\ir visible.sql
          ))
        union all
        select e.number, e.length, e.role, e.at, null, null,
               case when e.edition = :edition and e.message_id not in (select f.id from shadowed f)
                    then 1 - (e.embedding <=> (select a.talk from asked a)) end
        from entry e
        where cast(:talk as boolean) and e.person_id = :person_id and e.role in ('person', 'companion')
          and (cast(:engagements as uuid[]) is null or e.engagement_id = any(cast(:engagements as uuid[]))
               or (cast(:story as boolean) and e.engagement_id = (select t.id from story t)))
          and (cast(:role as text) is null or e.role = cast(:role as text))
          and (cast(:updated_after as timestamptz) is null or e.at > cast(:updated_after as timestamptz))
          and (cast(:updated_before as timestamptz) is null or e.at < cast(:updated_before as timestamptz))
          and (e.turn_id, e.role) not in (select h.turn_id, h.role from hidden h)
    ) e
), crowd as materialized (
    -- Sums, from which follows what is usual: of many rows cheaper than the database's own means and deviations.
    select s.role = 'assertion' as is_fact, count(*) as entries, sum(s.length)::float8 as length, count(s.meaning) as meanings,
           sum(s.meaning) as meaning, sum(s.meaning * s.meaning) as squares
    from seen s group by 1
\ir usual.sql
), hit as materialized (
    select s.number, s.role, ltrim(p.term, '~') as term, p.frequency, s.length, s.meaning, s.rest
    from posting p join seen s on s.number = p.number + 0
    where p.person_id = :person_id and p.term = any(cast(:terms as text[]))
), rarity as materialized (
    select h.term, ln(1 + (size.entries - count(*) + 0.5) / (count(*) + 0.5))::float8 as weight
    from hit h cross join size group by h.term, size.entries
\ir best.sql
), neighbour as materialized (
    select s.number, s.role, coalesce(w.words, 0) as words, coalesce(w.names, 0) as names, s.meaning
    from beside n join seen s on s.number = n.number left join worded w on w.number = n.number
\ir told.sql
