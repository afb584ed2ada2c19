-- Until when something else tells of changes that the audit has a row of: the histories, but for what a file brought
-- and what leaves no row, and the ledger.
select greatest(
    (select max(h.created_at) from assertion_history h
     join assertion a on a.person_id = h.person_id and a.id = h.assertion_id
     where h.person_id = :person_id and a.import_id is null and h.event not in ('LINK', 'COMPACT')),
    (select max(e.created_at) from erasure e where e.person_id = :person_id and e.report ->> 'unaudited' is null)
) as at
