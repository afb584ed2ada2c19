-- What the ledger has of a person who is gone: the receipt of it, and a hash of the key that it was asked with.
select e.id, e.created_at, cast(e.report -> 'removed' as text) as removed, e.report ->> 'key' as key, e.report ->> 'body' as body
from erasure e
where e.person_id = :person_id and e.scope = 'person'
