-- That a look is to follow, and what whoever finishes it needs.
insert into open_look (id, tenant_id, person_id, key, scope, ids, ended_turn_id, work_ids, lengths, marks, vectors, created_at)
values (:id, :tenant_id, :person_id, :key, :scope, cast(:ids as uuid[]), :ended_turn_id, cast(:work_ids as uuid[]), cast(:lengths as smallint[]),
        cast(:marks as bytea[]), cast(:vectors as bytea[]), :now)
