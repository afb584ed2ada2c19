-- The next conversation: its switches, and what of memory it has seen, are those of the one before.
insert into conversation (id, tenant_id, person_id, write, read, seen_revision, block_at)
select :id, :tenant_id, :person_id, coalesce(former.write, true), coalesce(former.read, true),
       coalesce(former.seen_revision, 0), former.block_at
from person p
left join lateral (
    select c.write, c.read, c.seen_revision, c.block_at from conversation c
    where c.person_id = :person_id order by c.created_at desc, c.id desc limit 1
) former on true
where p.id = :person_id
returning id as conversation_id, write, read
