-- What a greeting may say: of the open conversation that it is there; else the first of what is due, open or decided.
with me as (
    select p.id, p.language, p.time_zone, coalesce(c.read, true) as read,
           case when c.last_message_at is not null then c.id end as conversation_id,
           c.status, c.last_message_at, c.paused_at, c.quiet_told_at
    from person p
    left join conversation c on c.person_id = p.id and c.status in ('active', 'ready_to_close')
    where p.id = :person_id
),
headed as (
    select e.id, e.since, e.due_at, (e.data ->> 'priority' = 'high') is true as high,
           case when e.entity_type = 'decision' then 'decisions'
                when e.due_at <= cast(:due_before as date) then 'due'
                when e.touched_at < :stale_before then 'stale'
                when e.entity_type = 'waiting_on' then 'waiting'
                else 'threads' end as head
    from memory_entity e
    join assertion a on a.person_id = e.person_id and a.id = e.assertion_id
    where e.person_id = :person_id and e.is_active and a.force = 'committed' and a.state = 'active'
      and (e.resolved_at is null and e.entity_type in ('question_opened', 'waiting_on', 'task', 'blocker')
           or e.entity_type = 'decision' and e.since >= :decided_since)
      and (e.stale_told_at is null or e.touched_at >= :stale_before or e.due_at <= cast(:due_before as date))
      and (select m.conversation_id is null and m.read from me m)
),
ranked as (
    select h.id, h.head, count(*) over (partition by h.head) as among,
           row_number() over (partition by h.head order by
               case when h.head = 'due' then h.due_at end, h.high desc,
               case when h.head = 'decisions' then h.since end desc, h.since, h.id) as place
    from headed h
)
select m.*, cast(coalesce((
    select jsonb_agg(jsonb_build_object(
        'head', r.head, 'among', r.among, 'thread_id', case when r.head <> 'decisions' then e.id end,
        'memory_id', e.assertion_id, 'entity_type', e.entity_type, 'text', e.label,
        'since', e.since, 'due', e.due_at) order by r.place)
    from ranked r
    join memory_entity e on e.person_id = :person_id and e.id = r.id
    where r.place <= :named
), '[]') as text) as noteworthy
from me m
