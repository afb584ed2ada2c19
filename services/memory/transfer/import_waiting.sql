-- The next memories of a file that the yes gives back what they were, with their histories, in the file's order.
with wanted as (
    select r.number, r.assertion_id
    from import_row r
    where r.person_id = :person_id and r.import_id = :id and r.assertion_id is not null
    order by r.taken_back, r.number
    limit :most
)
select r.number, r.kind, r.body, r.assertion_id
from import_row r
where r.person_id = :person_id and r.import_id = :id
  and (r.number in (select w.number from wanted w)
       or r.kind = 'history' and r.subject_id in (select w.assertion_id from wanted w))
order by r.number
