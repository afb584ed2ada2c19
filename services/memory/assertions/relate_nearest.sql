-- Links what came to be known, or reads otherwise now, to the known memories nearest to it in meaning: those are measured
-- that were found already, or whose signs are nearest, and what the index does not have yet. What is no longer near is
-- linked no longer. A link is told in the history and is no new revision.
with ends as materialized (
    select a.id, a.version, a.embedding, binary_quantize(a.embedding)::bit(384) as code, a.space, w.history_id
    from unnest(cast(:ids as uuid[]), cast(:history_ids as uuid[])) as w (id, history_id)
    join assertion a on a.person_id = :person_id and a.id = w.id
    where a.embedding is not null and a.force = 'committed' and a.state = 'active'
), before as materialized (
    select r.from_id, r.to_id, f.space = t.space as comparable, 1 - (f.embedding <=> t.embedding) as strength
    from relation r
    join assertion f on f.person_id = r.person_id and f.id = r.from_id
    join assertion t on t.person_id = r.person_id and t.id = r.to_id
    where r.person_id = :person_id and (r.from_id = any(cast(:ids as uuid[])) or r.to_id = any(cast(:ids as uuid[])))
), near as (
    select least(t.id, n.id) as from_id, greatest(t.id, n.id) as to_id, n.strength
    from ends t
    cross join lateral (
        select a.id, 1 - (a.embedding <=> t.embedding) as strength
        from (
            (select x.assertion_id as id
             from (select where cast(:among as uuid[]) is null) sought
             cross join lateral (
\ir nearest_signs.sql
             ) g
             join entry x on x.person_id = :person_id and x.number = g.number and x.assertion_id <> t.id
             order by x.embedding <=> t.embedding limit 20)
            union
            (select a.id from assertion a
             where cast(:among as uuid[]) is null and a.person_id = :person_id and a.id <> t.id and a.force = 'committed'
               and a.state = 'active' and a.edition < :edition and a.space = t.space and a.embedding is not null
             order by a.embedding <=> t.embedding limit 20)
            union
            select unnest(cast(:among as uuid[]))
        ) c
        join assertion a on a.person_id = :person_id and a.id = c.id and a.id <> t.id and a.force = 'committed'
                            and a.state = 'active' and a.space = t.space and a.embedding is not null
        order by a.embedding <=> t.embedding
        limit :most
    ) n
    where n.strength >= :enough
    union
    select b.from_id, b.to_id, b.strength from before b where b.comparable and b.strength >= :enough
), gone as (
    delete from relation r using before b
    where r.person_id = :person_id and r.from_id = b.from_id and r.to_id = b.to_id
      and b.comparable and b.strength < :enough
), linked as (
    insert into relation (tenant_id, person_id, from_id, to_id, strength, created_at)
    select :tenant_id, :person_id, n.from_id, n.to_id, least(max(n.strength), 1), :now from near n
    group by n.from_id, n.to_id
    on conflict (person_id, from_id, to_id, relation_type) do update set strength = excluded.strength
    returning from_id, to_id, strength
), counted as (
    insert into operational_event (at, node, operation, status, tenant_id, person_id, assertion_id, category, similarity)
    select :now, 'memory', 'link', 'ok', :tenant_id, :person_id, e.id, a.category, l.strength
    from linked l
    join ends e on e.id = (select max(x.id::text) from ends x where x.id in (l.from_id, l.to_id))::uuid  -- once
    join assertion a on a.person_id = :person_id and a.id = e.id
    where not exists (select from before b where b.from_id = l.from_id and b.to_id = l.to_id)
)
insert into assertion_history (id, tenant_id, person_id, assertion_id, revision, event, verb, actor, force_from, force_to,
                               version, created_at)
select e.history_id, :tenant_id, :person_id, e.id, p.revision, 'LINK', 'link', 'system', 'committed', 'committed',
       e.version, :now
from ends e
join person p on p.id = :person_id
where exists (select from linked l
              where e.id in (l.from_id, l.to_id)
                and not exists (select from before b where b.from_id = l.from_id and b.to_id = l.to_id))
