-- Where turns tell some memories: the words that are known to, and the messages and lines that may hold them.
with told as (
    select m.turn_id, m.role, m.words from mention m
    where m.person_id = :person_id and m.assertion_id = any(cast(:ids as uuid[]))
    union
    select a.turn_id, 'person', a.own_words from assertion a
    where a.person_id = :person_id and a.id = any(cast(:ids as uuid[])) and a.turn_id is not null and a.own_words <> ''
    union
    -- A model that was shown it may have said it in any words; the engine in the house says it word for word or not.
    select r.turn_id, 'companion', '' from memory_reference r
    join classification c on c.person_id = r.person_id and c.turn_id = r.turn_id
    where r.person_id = :person_id and r.assertion_id = any(cast(:ids as uuid[]))
      and c.answered_by ->> 'provider' <> 'offline' and r.influence <> 'known'
      and r.reason not in ('near to what was said', 'spoke for what was understood', 'spoke against what was understood')
)
select 'message' as place, m.id, m.role, m.content as text, array_agg(t.words) as words,
       coalesce((select c.answered_by ->> 'provider' from classification c
                 where c.person_id = m.person_id and c.turn_id = m.turn_id), '') as provider
from message m
join told t on t.turn_id = m.turn_id and t.role = m.role
where m.person_id = :person_id
group by m.person_id, m.id, m.turn_id, m.role, m.content
union all
select 'line', l.id, 'person', l.text, array_agg(t.words), ''
from line l
join told t on t.turn_id = l.turn_id and t.role = 'person'
where l.person_id = :person_id
group by l.id, l.text
