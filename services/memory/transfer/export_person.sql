-- The person, with what they can set.
select '' as after, 1 as total,
       cast(jsonb_build_object('person_id', p.id, 'companion_name', p.companion_name, 'language', p.language,
            'time_zone', p.time_zone, 'daily_budget', p.daily_budget,
            'retention_days', p.retention_days, 'asking', p.asking, 'keep_orders_at_once', p.keep_orders_at_once,
            'always_ask', p.always_ask, 'never_ask', p.never_ask, 'revision', p.revision,
            'personal_engagement_id', p.personal_engagement_id, 'created_at', p.created_at,
            'write', coalesce(c.write, true), 'read', coalesce(c.read, true)) as text) as row
from person p
left join conversation c on c.person_id = p.id and c.status in ('active', 'ready_to_close')
where p.id = :person_id and cast(:after as text) = '' and cast(:most as integer) > 0
