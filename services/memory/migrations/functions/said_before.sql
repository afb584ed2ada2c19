-- The two lines that were said before one in its place, which it is entered into the index with.
create or replace function said_before(whose uuid, said uuid) returns text[] language sql stable as $$
    -- What lies seven hours off is not looked at: or the first line of a day would be held against all that was ever said.
    -- Where the talk of a line begins is found once for the line, and not again for each that was said before it: before the
    -- database knows how much was said, a look for what waits took seconds.
    select array(
        select b.content
        from (
            select m.position, m.created_at, t.engagement_id,
                   coalesce((select o.position from message o
                             where o.person_id = m.person_id and o.position < m.position
                               and o.created_at < m.created_at - interval '7 hours'
                             order by o.position desc limit 1), 0) as since
            from message m
            join turn t on t.person_id = m.person_id and t.id = m.turn_id
            where m.person_id = whose and m.id = said
            offset 0) l
        cross join lateral (
            select b.position, b.content
            from message b
            join turn u on u.person_id = b.person_id and u.id = b.turn_id and u.write and u.engagement_id = l.engagement_id
            where b.person_id = whose and b.position < l.position and b.position > l.since and b.role <> 'system'
              and b.created_at > l.created_at - interval '6 hours'
            order by b.position desc
            limit 2) b
        order by b.position desc)
$$;
