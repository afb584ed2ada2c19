alter table entry add column withheld boolean not null default false;
comment on column entry.withheld is 'It holds what opens a door or an account: the person alone is told.';

-- Where the talk of a line begins is found once for the line, and not again for each that was said before it: before the
-- database knows how much was said, a look for what waits took seconds.
create or replace function said_before(whose uuid, said uuid) returns text[] language sql stable as $$
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

-- What was said with writing off is part of the talk until something is said with writing on, and then no more. The function
-- with four parameters stays for the release before this one.
create function exchanges(of_person uuid, place uuid, story uuid, most integer, quietly boolean) returns jsonb
    language sql stable
begin atomic
    select coalesce(jsonb_agg(jsonb_build_object('turn_id', h.turn_id, 'said', h.said, 'replied', h.replied,
                                                 'intent', h.intent) order by h.moment), '[]')
    from (
        select t.id as turn_id, t.moment, t.intent,
               (select string_agg(m.content, E'\n' order by m.position) from message m
                where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'person') as said,
               (select string_agg(m.content, E'\n' order by m.position) from message m
                where m.person_id = t.person_id and m.turn_id = t.id and m.role = 'companion') as replied
        from turn t
        where t.person_id = of_person and t.status = 'answered' and t.engagement_id in (place, story)
          and (t.write or (quietly and t.moment > coalesce(
              (select w.moment from turn w where w.person_id = of_person and w.status <> 'waiting' and w.write
               order by w.moment desc limit 1), 0)))
        order by t.moment desc
        limit most
    ) h;
end;
comment on function exchanges(uuid, uuid, uuid, integer, boolean) is
    'The last exchanges of a place and of those outside of any project, oldest first; with what was said quietly, or without.';
