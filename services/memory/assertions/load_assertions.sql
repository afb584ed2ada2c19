-- The assertions of some engagements that are not retracted, and those that are named, with what they replace or replaced.
select
\ir assertion_columns.sql
from assertion a
where a.person_id = :person_id
  and ((a.engagement_id = any(cast(:engagements as uuid[])) and a.force <> 'retracted')
       or (a.engagement_id = any(cast(:held_in as uuid[])) and a.force = 'held')
       or (a.engagement_id = any(cast(:was_in as uuid[])) and a.reason = 'replaced' and a.state = 'active')
       or a.id = any(cast(:ids as uuid[]))
       or (a.force = 'committed'
           and a.engagement_id in (select s.engagement_id from assertion s
                                   where s.person_id = :person_id and s.id = any(cast(:beside as uuid[]))))
       or a.replaced_by_id = any(cast(:ids as uuid[]))
       or a.id in (select h.replaces_id from assertion h where h.person_id = :person_id and h.id = any(cast(:ids as uuid[]))))
