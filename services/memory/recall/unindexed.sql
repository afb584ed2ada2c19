-- What of a person waits to be entered into the index, the oldest first: what is known, what is never to be known again
-- (by its meaning alone), and what was said.
(
    select 'assertion' as source, a.id, a.content as text, a.own_words,
           a.embedding is not null and a.space = :space as has_vector, '{}'::text[] as before
    from assertion a
    where a.person_id = :person_id
      and (a.space < :space or (a.force = 'committed' and a.state = 'active' and a.edition < :edition))
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
