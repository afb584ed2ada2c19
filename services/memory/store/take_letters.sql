-- A person's letters that nobody is sending just now, out of the outbox: gone when the transaction commits.
delete from outbox
where person_id = :person_id
  and id in (select o.id from outbox o where o.person_id = :person_id for update skip locked)
returning id, subject, body
