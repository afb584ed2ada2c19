-- That a turn was misunderstood, and as what it should have been read; of a turn that is the person's own.
insert into correction (id, tenant_id, person_id, turn_id, original, corrected)
select :id, t.tenant_id, t.person_id, t.id, :original, :corrected
from turn t where t.person_id = :person_id and t.id = :turn_id
on conflict do nothing
