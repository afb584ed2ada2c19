-- A person's agents, the oldest first: when each last asked, for which categories, and whether it asked for too much.
select t.id as token_id, t.agent, t.created_at, asked.last_used_at, coalesce(asked.refused, false) as refused,
       coalesce(asked.categories, '{}') as asked
from api_token t
left join lateral (
    select max(q.created_at) as last_used_at, bool_or(not q.allowed) as refused,
           array_agg(distinct c.category order by c.category) filter (where c.category is not null) as categories
    from agent_query q left join lateral unnest(q.categories) as c (category) on true
    where q.person_id = t.person_id and q.token_id = t.id
) asked on true
where t.person_id = :person_id and t.scope = 'agent'
order by t.created_at, t.id
