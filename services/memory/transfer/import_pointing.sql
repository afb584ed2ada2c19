-- Landed rows that name other assertions.
select number, body
from import_row
where person_id = :person_id and import_id = :id and points
order by number
limit :most
