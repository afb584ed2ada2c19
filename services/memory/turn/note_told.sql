-- Which memories the reply of a turn tells, and how they read then.
insert into mention (tenant_id, person_id, turn_id, assertion_id, role, words, content)
select :tenant_id, :person_id, :turn_id, a.id, 'companion', m.content, m.content
from unnest(cast(:ids as uuid[]), cast(:contents as text[])) as m (id, content)
join assertion a on a.person_id = :person_id and a.id = m.id
on conflict do nothing
