-- Of these turns the words that memories were told in; lines of before then that no turn has taken.
with words as (
    update assertion a set own_words = ''
    where a.person_id = :person_id and a.turn_id = any(cast(:turns as uuid[])) and a.own_words <> '' returning 1
), waiting as (
    delete from line where person_id = :person_id and turn_id is null and accepted_at < :before returning 1
)
select (select count(*) from words) as own_words, (select count(*) from waiting) as lines
