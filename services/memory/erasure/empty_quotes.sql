-- The words that entities and changes were read from in these turns, or in all; what was read from them stays.
with entities as (
    update memory_entity e set quote = ''
    where e.person_id = :person_id and e.quote <> ''
      and (cast(:turns as uuid[]) is null or e.turn_id = any(cast(:turns as uuid[])))
    returning 1
), changes as (
    update state_delta d set data = d.data || '{"quote": "", "turn_id": null}'
    where d.person_id = :person_id and d.data ->> 'turn_id' is not null
      and (cast(:turns as uuid[]) is null or (d.data ->> 'turn_id')::uuid = any(cast(:turns as uuid[])))
    returning 1
)
select (select count(*) from entities) + (select count(*) from changes) as meanings
