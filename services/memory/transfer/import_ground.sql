-- What is there before a batch lands: assertions by id, what was erased, the person's places and the file's.
select array(select a.id from assertion a
             where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))) as present,
       array(select s.id from erasure e cross join lateral unnest(e.subjects) as s (id)
             where e.person_id = :person_id and e.scope in ('assertion', 'project') and s.id = any(cast(:ids as uuid[]))) as erased,
       array(select e.id from engagement e where e.person_id = :person_id) as mine,
       array(select r.subject_id from import_row r
             where r.person_id = :person_id and r.import_id = :id and r.kind = 'engagement') as in_file
