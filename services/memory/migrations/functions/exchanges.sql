-- The last exchanges of a place and of those outside of any project, oldest first; run as who calls it, in their own rows.
create or replace function exchanges(of_person uuid, place uuid, story uuid, most integer, quietly boolean) returns jsonb
    language sql stable
-- What was said with writing off is part of the talk until something is said with writing on, and then no more.
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
