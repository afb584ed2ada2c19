-- Those of some rows that nobody has dealt with yet.
select number, kind, body, cast(case when space = :space then embedding end as text) as embedding
from import_row
where person_id = :person_id and import_id = :id and number = any(cast(:numbers as integer[])) and pending
order by number
