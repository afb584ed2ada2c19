-- Whether the turn still counts, whether it was performed already, and the offer that waits.
select p.active_turn_id, p.revision, p.asking, p.keep_orders_at_once, p.always_ask, p.never_ask, p.asked_together_on,
       t.status as turn_status,
       (select coalesce(s.form, r.content) from applied_step s
        left join off_record r on r.person_id = s.person_id and r.turn_id = s.turn_id
        where s.person_id = p.id and s.turn_id = :turn_id and s.step = 'perform') as performed,
       not t.write and not exists (select from off_record r join line l on l.person_id = r.person_id and l.id = r.line_id
                                   where r.person_id = p.id and l.turn_id = t.id) as is_lost,
       o.id as has_standing,
       cast(jsonb_build_object('offer_id', o.id, 'kind', o.kind, 'items', o.items, 'needs_choice', o.needs_choice,
                               'needs_control', o.needs_control, 'never_again', o.never_again, 'more', o.more,
                               'asked_again', o.asked_again, 'awaits', o.awaits, 'takes_out', o.takes_out) as text)
           as standing,
       (select cast(jsonb_agg(e.mentioned order by e.expires_at, e.id) as text)
        from (select a.id, a.expires_at, jsonb_build_object('assertion_id', a.id, 'display_number', a.display_number,
                                                            'content', a.content) as mentioned
              from assertion a
              where a.person_id = p.id and a.force = 'held' and a.asked_at is null and a.end_told_at is null
                and a.state = 'active' and a.expires_at <= cast(:end_told_from as timestamptz)
              order by a.expires_at, a.id limit 5) e) as ending,
       coalesce(o.id = t.answers_offer_id, false) as answerable
from person p
left join turn t on t.person_id = p.id and t.id = :turn_id
left join offer o on o.person_id = p.id and o.status = 'standing' and o.expires_at > :now
where p.id = :person_id
