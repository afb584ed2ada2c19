-- A turn that had failed is the person's turn in flight once more; what its failure left in the conversation goes.
with freed as (
    delete from message where person_id = :person_id and turn_id = :turn_id
), again as (
    update turn set status = 'active', offered = offered + 1, activated_at = :now, deadline = :deadline,
                    closed_at = null
    where person_id = :person_id and id = :turn_id
)
update person set active_turn_id = :turn_id where id = :person_id
