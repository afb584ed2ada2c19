-- What of a person is to be erased now. Nobody's turn in flight is broken off for it: then it waits for the next look.
select a.id, a.category
from assertion a join person p on p.id = a.person_id and p.active_turn_id is null
where a.person_id = :person_id and a.state = 'soft_deleted' and a.warned_at is not null and a.purge_at <= :now
order by a.purge_at
limit :most
