-- All turns that began before then, however they ended.
select t.id from turn t where t.person_id = :person_id and t.activated_at < :before
