-- What of a person waits to be entered into the index, the oldest first: what is known, what is never to be known again
-- (by its meaning alone), and what was said. What a file brings is embedded when all of it is there.
(
    select 'assertion' as source, a.id, a.content as text, a.own_words,
           a.embedding is not null and a.space = :space as has_vector, '{}'::text[] as before
    from assertion a
    where a.person_id = :person_id
      and (a.space < :space or (a.force = 'committed' and a.state = 'active' and a.edition < :edition))
      and not exists (select from import_batch b where b.person_id = :person_id and b.id = a.import_id
                                                   and b.status in ('landing', 'restoring'))
    order by a.created_at limit :most
) union all (
    select 'refusal', r.id, r.text, '', false, '{}'
    from refusal r
    where r.person_id = :person_id and r.text is not null and r.space < :space
    order by r.created_at limit :most
) union all (
    select 'message', m.id, m.content, '', false, said_before(m.person_id, m.id)
    from message m
    where m.person_id = :person_id and m.role <> 'system' and m.edition < :edition
    order by m.position limit :most
)
