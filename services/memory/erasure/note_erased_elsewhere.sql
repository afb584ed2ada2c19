-- The entry of another database's ledger, of a person who is not here: so that it is known, also when it comes again.
insert into erasure (id, tenant_id, person_id, scope, subjects, report, created_at)
values (:id, :tenant_id, :person_id, :scope, cast(:subjects as uuid[]), cast(:report as jsonb), :now)
on conflict do nothing
