-- How often the person's memory has changed.
select revision from person where id = :person_id
