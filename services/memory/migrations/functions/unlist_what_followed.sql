-- Takes the lines out of the index that were entered with those that go.
create or replace function unlist_what_followed() returns trigger language plpgsql as $$
begin
    -- Often a year of talk at once: what is left is looked through once, not once for each line.
    with away as (
        select g.person_id, t.engagement_id, g.id, g.position, g.created_at
        from gone g join turn t on t.person_id = g.person_id and t.id = g.turn_id and t.write
        where g.role <> 'system'
    ), span as (
        select w.person_id, min(w.position) as first, max(w.position) as last, max(w.created_at) as at
        from away w group by w.person_id
    ), lines as (
        select w.person_id, w.engagement_id, w.id, w.position, w.created_at, w.created_at as gone_at from away w
        union all
        select m.person_id, u.engagement_id, m.id, m.position, m.created_at, null
        from span s
        join message m on m.person_id = s.person_id and m.position > s.first and m.role <> 'system'
                      and m.position < coalesce((select o.position from message o
                                                 where o.person_id = s.person_id and o.position > s.last
                                                   and o.created_at > s.at + interval '7 hours'
                                                 order by o.position limit 1), 9223372036854775807)
        join turn u on u.person_id = m.person_id and u.id = m.turn_id and u.write
    ), later as (
        select l.person_id, l.id
        from (select n.*, greatest(lag(n.gone_at, 1) over place, lag(n.gone_at, 2) over place) as followed
              from lines n window place as (partition by n.person_id, n.engagement_id order by n.position)) l
        where l.gone_at is null and l.followed > l.created_at - interval '6 hours'
    ), unlisted as (
        delete from entry e using later l where e.person_id = l.person_id and e.message_id = l.id
    )
    update message m set edition = 0 from later l where m.person_id = l.person_id and m.id = l.id and m.edition <> 0;
    return null;
end $$;
