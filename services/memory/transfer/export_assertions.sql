-- Assertions with all that is known of them but what can be computed again.
select cast(a.id as text) as after,
       (select count(*) from assertion c where c.person_id = :person_id and c.state <> 'gone') as total,
       cast(to_jsonb(a) - '{id,import_id,replaced_by_id,asked_at}'::text[] || jsonb_build_object(
           'assertion_id', a.id,
           'related', (select coalesce(jsonb_agg(jsonb_build_object('assertion_id', r.to_id, 'strength', r.strength)
                                                 order by r.to_id), '[]')
                       from relation r where r.person_id = :person_id and r.from_id = a.id)) as text) as row
from (select
\ir ../assertions/assertion_columns.sql
      from assertion where person_id = :person_id) a
where a.state <> 'gone' and (cast(:after as text) = '' or a.id > cast(nullif(:after, '') as uuid))
order by a.id
limit :most
