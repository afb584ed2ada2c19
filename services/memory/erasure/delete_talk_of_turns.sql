-- All that was said in these turns, with what was read from it and asked in it. Memories stay, with their words.
with linked as (
    update assertion_history set turn_id = null where person_id = :person_id and turn_id = any(cast(:turns as uuid[]))
), lines as (
    delete from line where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), messages as (
    delete from message where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning conversation_id
), offers as (
    delete from offer where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), readings as (
    delete from classification where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), memory_references as (
    delete from memory_reference where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), corrections as (
    delete from correction where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), mentions as (
    delete from mention where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), forms as (
    delete from applied_step where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), dead as (
    delete from dead_letter where person_id = :person_id and turn_id = any(cast(:turns as uuid[])) returning 1
), counted as (
    update conversation c
    set message_count = greatest(0, c.message_count - (select count(*) from messages m where m.conversation_id = c.id))
    where c.person_id = :person_id
)
select (select count(*) from lines) as lines, (select count(*) from messages) as messages,
       (select count(*) from offers) as offers, (select count(*) from readings) as readings,
       (select count(*) from memory_references) as memory_references,
       (select count(*) from corrections) as corrections, (select count(*) from mentions) as mentions,
       (select count(*) from forms) + (select count(*) from dead) as work_in_progress
