-- The next rows of a kind that tell what conversations meant, in the file's order.
select number, body
from import_row
where person_id = :person_id and import_id = :id and kind = :kind
order by number
limit :most
