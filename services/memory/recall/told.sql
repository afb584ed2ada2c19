-- The candidates with what was said around them, and what they are held against.
), told as materialized (
    select b.number, b.role, b.words, b.names, b.meaning, true as is_candidate from best b
    union all
    select n.number, n.role, n.words, n.names, n.meaning, false from neighbour n
)
select e.number, e.assertion_id, e.message_id, e.role, e.begins, e.ends, e.at, e.length, t.words,
       t.names, coalesce(n.terms, 0) as entities, t.meaning, e.asks, t.is_candidate, coalesce(a.before, '{}') as before, coalesce(a.after, '{}') as after,
       coalesce(f.entries, 0) as facts, coalesce(f.meaning, 0) as facts_meaning, coalesce(f.spread, 0) as facts_spread,
       coalesce(s.entries, 0) as talk, coalesce(s.meaning, 0) as talk_meaning, coalesce(s.spread, 0) as talk_spread,
       (select coalesce(sum(r.weight), 0) from rarity r) as rarities, (select count(*) from rarity) as known_terms
from told t
cross join lateral (
    select e.number, e.assertion_id, e.message_id, e.role, e.begins, e.ends, e.at, e.length, e.asks
    from entry e where e.person_id = :person_id and e.role = t.role and e.number = t.number limit 1
) e
left join naming n on n.assertion_id = e.assertion_id
left join around a on a.number = t.number
left join usual f on f.is_fact
left join usual s on not s.is_fact
