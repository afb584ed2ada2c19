-- The newest line of a turn that was not off the record, and stands in the talk yet.
select l.id from line l
where l.person_id = :person_id and l.turn_id = :turn_id and l.write and l.taken_out_at is null
order by l.moment desc
limit 1
