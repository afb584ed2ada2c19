-- All that was said, with what was read from it and asked in it. Memories stay, without the words they were told in.
with words as (
    update assertion a set own_words = '' where a.person_id = :person_id and a.turn_id is not null and a.own_words <> ''
    returning 1
), linked as (
    update assertion_history set turn_id = null where person_id = :person_id and turn_id is not null
), lines as (
    delete from line where person_id = :person_id returning 1
), findable as (
    delete from posting p using entry e
    where p.person_id = :person_id and e.person_id = :person_id and e.number = p.number and e.message_id is not null
), messages as (
    delete from message where person_id = :person_id returning 1
), offers as (
    delete from offer where person_id = :person_id returning 1
), readings as (
    delete from classification where person_id = :person_id returning 1
), memory_references as (
    delete from memory_reference where person_id = :person_id returning 1
), corrections as (
    delete from correction where person_id = :person_id returning 1
), mentions as (
    delete from mention where person_id = :person_id returning 1
), forms as (
    delete from applied_step where person_id = :person_id returning 1
), dead as (
    delete from dead_letter where person_id = :person_id returning 1
), freed as (
    update person set active_turn_id = null where id = :person_id
)
select (select count(*) from words) as own_words, (select count(*) from lines) as lines,
       (select count(*) from messages) as messages, (select count(*) from offers) as offers,
       (select count(*) from readings) as readings, (select count(*) from memory_references) as memory_references,
       (select count(*) from corrections) as corrections, (select count(*) from mentions) as mentions,
       (select count(*) from forms) + (select count(*) from dead) as work_in_progress
