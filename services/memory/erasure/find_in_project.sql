-- A project's memories, and its turns however they ended.
select array(select a.id from assertion a where a.person_id = :person_id and a.engagement_id = :engagement_id
             order by a.display_number) as memories,
       array(select t.id from turn t where t.person_id = :person_id and t.engagement_id = :engagement_id) as turns
