-- Every stored meaning of a person's memories, as it is written.
select cast(a.embedding as text) as embedding from assertion a where a.person_id = :person_id and a.embedding is not null
