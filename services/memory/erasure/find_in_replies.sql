-- Replies in which these very words stand, whatever their case and their spaces.
select m.id, m.content
from message m
where m.person_id = :person_id and m.role = 'companion'
  and lower(m.content) like any(cast(:cores as text[])) and m.content ~* cast(:pattern as text)
