-- Lines that no turn has taken yet.
with lines as (
    delete from line where person_id = :person_id and turn_id is null returning 1
)
select count(*) as lines from lines
