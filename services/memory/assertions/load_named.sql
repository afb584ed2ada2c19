-- The assertions that are named, with what they replace or replaced, each along its index: for whoever may touch no others.
select
\ir assertion_columns.sql
from (
    select unnest(cast(:ids as uuid[])) as named_id
    union
    select r.id from assertion r where r.person_id = :person_id and r.replaced_by_id = any(cast(:ids as uuid[]))
    union
    select h.replaces_id from assertion h where h.person_id = :person_id and h.id = any(cast(:ids as uuid[]))
) n
join assertion a on a.person_id = :person_id and a.id = n.named_id
