-- The next rows of a kind, in the order that their numbers had.
select number
from import_row
where person_id = :person_id and import_id = :id and kind = :kind and pending
order by place, place_number, number
limit :most
