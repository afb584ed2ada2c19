-- The memories that name something of a type.
select distinct e.assertion_id from memory_entity e
where e.person_id = :person_id and e.is_active and e.entity_type = :entity_type
