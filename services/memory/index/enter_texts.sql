-- Enters texts into the index: of each stretch an entry, of each of its terms a posting. A text that reads otherwise by
-- now, or is not known any more, is left to the next look; what was entered of it before goes.
with given as (
    select g.assertion_id, g.refusal_id, g.message_id, g.text, g.before, g.own_words, g.withheld, g.embedding, g.stretches
    from jsonb_to_recordset(cast(:given as jsonb)) as g (
        assertion_id uuid, refusal_id uuid, message_id uuid, text text, before text[], own_words text, withheld boolean,
        embedding text, stretches jsonb)
), assertions as (
    update assertion a
    set embedding = coalesce(cast(g.embedding as halfvec(384)), a.embedding), space = :space,
        edition = case when a.force = 'committed' and a.state = 'active' then :edition else a.edition end
    from given g
    where a.person_id = :person_id and a.id = g.assertion_id and a.content = g.text and a.own_words = g.own_words
      and (g.embedding is not null or (a.embedding is not null and a.space = :space))
    returning a.id, a.turn_id, a.engagement_id, a.kind, a.category, g.withheld, a.created_at, a.embedding,
              case when a.force = 'committed' and a.state = 'active' then g.stretches else '[]' end as stretches
), refusals as (
    update refusal r set embedding = cast(g.embedding as halfvec(384)), space = :space
    from given g
    where r.person_id = :person_id and r.id = g.refusal_id and r.text = g.text
), messages as (
    update message m set edition = :edition
    from given g, turn t
    where m.person_id = :person_id and m.id = g.message_id and m.content = g.text
      -- Else a line that is erased by now would live on in what followed it. Not =, by which two lists might be joined: it is
      -- to be found for the few lines that are given, and not for all that were ever said.
      and said_before(m.person_id, m.id) is not distinct from g.before
      and t.person_id = m.person_id and t.id = m.turn_id
    returning m.id, m.turn_id, t.engagement_id, m.role, m.position, m.created_at,
              case when t.write then g.stretches else '[]' end as stretches  -- what was said on the quiet is not kept here
), gone_of_assertions as (
    -- Two, each along its index: one that asks for either looks through the whole table.
    delete from entry e using assertions a where e.person_id = :person_id and e.assertion_id = a.id
), gone_of_messages as (
    delete from entry e using messages m where e.person_id = :person_id and e.message_id = m.id
), fresh as (
    select a.id as assertion_id, null::uuid as message_id, a.turn_id, a.engagement_id, 'assertion' as role, a.kind, a.category,
           a.withheld, null::bigint as position, a.created_at as at, a.embedding as known, a.stretches
    from assertions a
    union all
    select null, m.id, m.turn_id, m.engagement_id, m.role, null, null, false, m.position, m.created_at, null, m.stretches
    from messages m
), stretch as materialized (
    select nextval('entry_number') as number, f.assertion_id, f.message_id, f.turn_id, f.engagement_id, f.role, f.kind,
           f.category, f.withheld, f.position, f.at, s.part, s.begins, s.ends, s.length, s.asks, s.terms,
           coalesce(cast(s.embedding as halfvec(384)), f.known) as embedding
    from fresh f
    cross join jsonb_to_recordset(f.stretches) as s (
        part smallint, begins integer, ends integer, length smallint, asks boolean, terms jsonb, embedding text)
), entered as (
    insert into entry (tenant_id, person_id, number, assertion_id, message_id, turn_id, engagement_id, role, kind, category,
                       position, part, begins, ends, at, length, asks, edition, withheld, embedding)
    select :tenant_id, :person_id, s.number, s.assertion_id, s.message_id, s.turn_id, s.engagement_id, s.role, s.kind,
           s.category, s.position, s.part, s.begins, s.ends, s.at, s.length, s.asks, :edition, s.withheld, s.embedding
    from stretch s
)
insert into posting (tenant_id, person_id, term, number, frequency)
select :tenant_id, :person_id, t.key, s.number, cast(t.value as smallint)
from stretch s cross join jsonb_each_text(s.terms) as t
