-- A message that leaves if this transaction commits.
insert into outbox (id, tenant_id, person_id, subject, body) values (:id, :tenant_id, :person_id, :subject, :body)
