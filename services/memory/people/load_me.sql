-- A person, as they see themself: their settings, the switches of their conversation, what today's turns took.
select p.id, p.companion_name, p.personal_engagement_id, p.language, p.time_zone, p.daily_budget, p.retention_days,
       p.asking, p.keep_orders_at_once, p.always_ask, p.never_ask,
       p.revision,
       coalesce(c.write, true) as write, coalesce(c.read, true) as read,
       cast(:now as timestamptz)::date as day, coalesce(u.turns, 0) as turns, coalesce(u.sent, 0) as sent,
       coalesce(u.received, 0) as received, coalesce(u.cache_written, 0) as cache_written,
       coalesce(u.cache_read, 0) as cache_read, coalesce(u.cost, 0) as cost,
       coalesce(u.unpriced_calls, 0) as unpriced_calls,
       (select count(*) from assertion a where a.person_id = p.id and a.state = 'soft_deleted') as set_aside,
       (select min(a.purge_at) from assertion a where a.person_id = p.id and a.state = 'soft_deleted') as next_purge_at,
       cast(r.answered_by as text) as answered_by, cast(r.understood_by as text) as understood_by
from person p
left join lateral (
    -- Between two conversations the switches are those of the last one.
    select l.write, l.read from conversation l
    where l.person_id = p.id
    order by l.status in ('active', 'ready_to_close') desc, l.created_at desc, l.id desc limit 1
) c on true
left join usage_day u on u.person_id = p.id and u.day = cast(:now as timestamptz)::date
left join lateral (
    select c.answered_by, c.understood_by from classification c
    where c.person_id = p.id order by c.turn_id desc limit 1
) r on true
where p.id = :person_id
