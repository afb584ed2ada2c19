-- The lines that are entered into the index with this one: the inverse of said_before.
create or replace function said_after(whose uuid, said uuid) returns setof uuid language sql stable as $$
    select f.id
    from (
        select m.position, m.created_at, t.engagement_id,
               coalesce((select o.position from message o
                         where o.person_id = m.person_id and o.position > m.position
                           and o.created_at > m.created_at + interval '7 hours'
                         order by o.position limit 1), 9223372036854775807) as until
        from message m
        join turn t on t.person_id = m.person_id and t.id = m.turn_id and t.write
        where m.person_id = whose and m.id = said and m.role <> 'system'
        offset 0) l
    cross join lateral (
        select a.id
        from message a
        join turn u on u.person_id = a.person_id and u.id = a.turn_id and u.write and u.engagement_id = l.engagement_id
        where a.person_id = whose and a.position > l.position and a.position < l.until and a.role <> 'system'
          and a.created_at < l.created_at + interval '6 hours'
        order by a.position
        limit 2) f
$$;
