-- What is there before a file lands: assertions by id, what is held or committed by place and words, what was erased.
select array(select a.id from assertion a
             where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))) as present,
       array(select s.id from erasure e cross join lateral unnest(e.subjects) as s (id)
             where e.person_id = :person_id and e.scope in ('assertion', 'project') and s.id = any(cast(:ids as uuid[]))) as erased,
       cast(coalesce((select jsonb_agg(jsonb_build_array(a.engagement_id, a.content)) from assertion a
                      where a.person_id = :person_id and a.force <> 'retracted'), '[]') as text) as texts
