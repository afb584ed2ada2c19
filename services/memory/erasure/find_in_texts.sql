-- Every free text of a person's in which one of these texts stands, whatever its case and its spaces.
with place (name, id, text) as (
    select 'message', m.id, m.content from message m where m.person_id = :person_id
    union all
    select 'line', l.id, l.text from line l where l.person_id = :person_id
    union all
    select 'own_words', a.id, a.own_words from assertion a where a.person_id = :person_id
    union all
    select 'title', e.id, e.title from engagement e where e.person_id = :person_id
    union all
    select 'seed', e.id, e.seed from engagement e where e.person_id = :person_id
    union all
    select 'original', c.id, c.original from correction c where c.person_id = :person_id
    union all
    select 'corrected', c.id, c.corrected from correction c where c.person_id = :person_id
)
select p.name as place, p.id, p.text
from place p
where lower(p.text) like any(cast(:cores as text[])) and p.text ~* cast(:pattern as text)
