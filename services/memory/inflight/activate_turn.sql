-- A turn of lines that are taken together becomes the person's active one.
with made as (
    insert into turn (id, tenant_id, person_id, conversation_id, engagement_id, channel, write, read, status, offered,
                      steps, answers_offer_id, activated_at, deadline)
    values (:turn_id, :tenant_id, :person_id, :conversation_id, :engagement_id, :channel, :write, :read, 'active', 1,
            :steps, :answers_offer_id, :activated_at, :deadline)
), taken as (
    update line set turn_id = :turn_id where person_id = :person_id and id = any(:line_ids)
)
update person set active_turn_id = :turn_id where id = :person_id
