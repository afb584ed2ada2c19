-- What a key was told, for when it is used again.
insert into applied_command (tenant_id, person_id, key, body_hash, answer)
values (:tenant_id, :person_id, :key, :body_hash, :answer)
