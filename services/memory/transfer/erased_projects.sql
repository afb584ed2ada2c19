-- The projects that a person erased, as the ledger has them.
select e.subjects[1] as id from erasure e where e.person_id = :person_id and e.scope = 'project'
