-- The person; their engagements and conversations go with them by their keys.
delete from person where id = :person_id returning id
