-- Memories that say one of these texts; their own words may have said it beside something else. Of what a conversation meant
-- only the sentences go that say it.
select a.id
from assertion a
where a.person_id = :person_id and a.id <> all(cast(:ids as uuid[])) and a.kind <> 'narrative'
  and lower(a.content) like any(cast(:cores as text[])) and a.content ~* cast(:pattern as text)
