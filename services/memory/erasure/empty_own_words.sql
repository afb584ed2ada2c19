-- The words in which memories were told in these turns; the memories themselves stay.
with words as (
    update assertion a set own_words = ''
    where a.person_id = :person_id and a.turn_id = any(cast(:turns as uuid[])) and a.own_words <> '' returning 1
)
select count(*) as own_words from words
