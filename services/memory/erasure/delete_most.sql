-- What a person has most of, each table in one go; the rest goes with the person by its keys.
with words as (
    delete from assertion_history where person_id = :person_id returning 1
), rows_brought as (
    delete from import_row where person_id = :person_id returning 1
), findable as (
    delete from posting where person_id = :person_id
), memories as (
    delete from assertion where person_id = :person_id returning 1
), answers as (
    delete from applied_command where person_id = :person_id returning 1
), refusals as (
    delete from refusal where person_id = :person_id returning 1
), letters as (
    delete from outbox where person_id = :person_id returning 1
), tokens as (
    delete from api_token where person_id = :person_id returning 1
), codes as (
    delete from sign_in_code where person_id = :person_id returning 1
), days as (
    delete from usage_day where person_id = :person_id returning 1
)
select (select count(*) from memories) as memories, (select count(*) from words) as history,
       (select count(*) from rows_brought) as import_rows, (select count(*) from answers) as stored_answers,
       (select count(*) from refusals) as refusals, (select count(*) from letters) as work_in_progress,
       (select count(*) from tokens) + (select count(*) from codes) as tokens, (select count(*) from days) as usage
