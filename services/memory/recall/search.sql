-- What of a person may answer a question: each entry with its nearness in meaning and the weight of its words, the best of
-- a rough sum with what was said around them. Exact, over one person's rows; who asks sees nothing that is hidden from them,
-- nor what it would have counted for.
with asked as materialized (
    -- Read once: as it comes, a plan for any question would read it again for each entry.
    select cast(cast(:vector as text) as halfvec(384)) as talk, cast(cast(:fact_vector as text) as halfvec(384)) as fact
), story as (
    select p.personal_engagement_id as id from person p where p.id = :person_id
), hidden as materialized (
    -- Lines and replies that tell what is not kept, or reads otherwise by now.
    select distinct m.turn_id, m.role
    from mention m join assertion a on a.person_id = m.person_id and a.id = m.assertion_id
    where m.person_id = :person_id and (a.force <> 'committed' or a.state <> 'active' or m.content <> a.content)
), shadowed as materialized (
    -- What was said just after is stored together with it: its meaning tells of what is hidden, its words do not.
    select distinct f.id
    from hidden h join message m on m.person_id = :person_id and m.turn_id = h.turn_id and m.role = h.role
    cross join lateral said_after(m.person_id, m.id) f (id)
), seen as materialized (
    -- + 0: the planner knows how rare a number is among all persons', would take a join of two long lists for a short one
    -- and walk one of them for each row of the other.
    select e.number + 0 as number, e.role, e.length, e.category, e.meaning,
           coalesce(e.meaning, 0)
           + case when e.role = any(cast(:speakers as text[])) then cast(:speaker_counts as float8) else 0 end
           + case when e.at >= cast(:begins as timestamptz) and e.at < cast(:ends as timestamptz)
                  then cast(:time_counts as float8) else 0 end as rest  -- all that counts but its words
    from (
        select e.number, e.length, e.role, e.at, e.category,
               case when e.edition = :edition then 1 - (e.embedding <=> (select a.fact from asked a)) end as meaning
        from entry e
        where cast(:facts as boolean) and e.person_id = :person_id and e.role = 'assertion'
          and (cast(:engagements as uuid[]) is null or e.engagement_id = any(cast(:engagements as uuid[]))
               or (cast(:story as boolean) and e.engagement_id = (select t.id from story t)))
          and (cast(:allowed as text[]) is null or (e.category = any(cast(:allowed as text[])) and not e.withheld))
          and (e.kind <> 'procedure' or cast(:procedures as boolean))
          and (not cast(:narrowed as boolean) or e.assertion_id in (
              select a.id from assertion a where a.person_id = :person_id
\ir visible.sql
          ))
        union all
        select e.number, e.length, e.role, e.at, null,
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
), usual as materialized (
    select c.is_fact, c.entries, coalesce(c.meaning / nullif(c.meanings, 0), 0) as meaning,
           coalesce(sqrt(greatest(c.squares / nullif(c.meanings, 0) - (c.meaning / nullif(c.meanings, 0)) ^ 2, 0)), 0) as spread
    from crowd c
), size as materialized (
    select coalesce(sum(c.entries), 0)::bigint as entries, greatest(sum(c.length) / sum(c.entries), 1) as length from crowd c
), hit as materialized (
    select s.number, s.role, ltrim(p.term, '~') as term, p.frequency, s.length, s.meaning, s.rest
    from posting p join seen s on s.number = p.number + 0
    where p.person_id = :person_id and p.term = any(cast(:terms as text[]))
), rarity as materialized (
    select h.term, ln(1 + (size.entries - count(*) + 0.5) / (count(*) + 0.5))::float8 as weight
    from hit h cross join size group by h.term, size.entries
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
), told as materialized (
    select b.number, b.role, b.words, b.names, b.meaning, true as is_candidate from best b
    union all
    select s.number, s.role, coalesce(w.words, 0), coalesce(w.names, 0), s.meaning, false
    from beside n join seen s on s.number = n.number left join worded w on w.number = n.number
)
select e.number, e.assertion_id, e.message_id, e.role, e.begins, e.ends, e.at, e.length, t.words,
       t.names, t.meaning, e.asks, t.is_candidate, coalesce(a.before, '{}') as before, coalesce(a.after, '{}') as after,
       coalesce(f.entries, 0) as facts, coalesce(f.meaning, 0) as facts_meaning, coalesce(f.spread, 0) as facts_spread,
       coalesce(s.entries, 0) as talk, coalesce(s.meaning, 0) as talk_meaning, coalesce(s.spread, 0) as talk_spread,
       (select coalesce(sum(r.weight), 0) from rarity r) as rarities, (select count(*) from rarity) as known_terms
from told t
cross join lateral (
    select * from entry e where e.person_id = :person_id and e.role = t.role and e.number = t.number limit 1
) e
left join around a on a.number = t.number
left join usual f on f.is_fact
left join usual s on not s.is_fact
