-- What has come of a file, in its order.
select number, body, assertion_id, cast(embedding as text) as embedding
from import_row
where person_id = :person_id and import_id = :id
order by number
