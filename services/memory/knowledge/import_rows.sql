-- What has come of a file, in its order.
select number, body, assertion_id, case when space = :space then cast(embedding as text) end as embedding
from import_row
where person_id = :person_id and import_id = :id
order by number
