-- What is never to be remembered again.
insert into refusal (id, tenant_id, person_id, level, digest, text, embedding, space)
values (:id, :tenant_id, :person_id, :level, :digest, :text, cast(cast(:embedding as text) as halfvec(384)), :space)
