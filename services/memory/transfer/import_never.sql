-- What a file says is never to be remembered again.
select number, kind, body, cast(case when space = :space then embedding end as text) as embedding
from import_row
where person_id = :person_id and import_id = :id and kind = 'never'
order by number
