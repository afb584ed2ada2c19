-- The project itself, the lines that waited for a turn in it, and the words of stored answers that name it.
with waiting as (
    delete from line where person_id = :person_id and engagement_id = :engagement_id returning 1
), answers as (
    update applied_command c set answer = '', body_hash = ''
    where c.person_id = :person_id and position(cast(:engagement_id as uuid)::text in c.answer) > 0
    returning 1
), unlinked as (  -- memories that stay, which were told in its talk
    update entry set turn_id = null where person_id = :person_id and turn_id = any(cast(:turns as uuid[]))
), suggested as (
    update narrative set suggested_engagement_id = null, reason = ''
    where person_id = :person_id and suggested_engagement_id = :engagement_id
), gone as (
    delete from engagement where person_id = :person_id and id = :engagement_id and kind = 'project' returning 1
)
select (select count(*) from waiting) as lines, (select count(*) from answers) as stored_answers,
       (select count(*) from gone) as engagements
