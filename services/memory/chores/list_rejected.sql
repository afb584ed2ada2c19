-- What of a person got a no while it was held, longer ago than it can be undone.
select a.id from assertion a
where a.person_id = :person_id and a.force = 'retracted' and a.previous_force = 'held' and a.state = 'active'
  and a.reason in ('rejected', 'declined', 'forgotten') and a.updated_at < :before
order by a.id
limit :most
