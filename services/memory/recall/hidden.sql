    -- Lines and replies that tell what is not kept, or reads otherwise by now.
    select distinct m.turn_id, m.role
    from mention m join assertion a on a.person_id = m.person_id and a.id = m.assertion_id
    where m.person_id = :person_id and (a.force <> 'committed' or a.state <> 'active' or m.content <> a.content)
), shadowed as materialized (
    -- What was said just after is stored together with it: its meaning tells of what is hidden, its words do not.
    select distinct f.id
    from hidden h join message m on m.person_id = :person_id and m.turn_id = h.turn_id and m.role = h.role
    cross join lateral said_after(m.person_id, m.id) f (id)
