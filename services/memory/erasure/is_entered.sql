-- Whether this database's ledger has an erasure, and whether its person is here.
select exists (select from erasure e where e.person_id = :person_id and e.id = :id) as known,
       exists (select from person p where p.id = :person_id) as here
