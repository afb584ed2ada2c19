-- A line that finds its person idle: it is stored, and its turn becomes the person's active one. Off the record, its words
-- lie apart.
with made as (
    insert into turn (id, tenant_id, person_id, conversation_id, engagement_id, channel, write, read, status, offered,
                      steps, answers_offer_id, activated_at, deadline)
    values (:turn_id, :tenant_id, :person_id, :conversation_id, :engagement_id, :channel, cast(:write as boolean), :read,
            'active', 1, :steps, :answers_offer_id, :activated_at, :deadline)
), said as (
    insert into line (id, tenant_id, person_id, engagement_id, channel, write, read, text, body_hash, turn_id)
    values (:line_id, :tenant_id, :person_id, :engagement_id, :channel, cast(:write as boolean), :read,
            case when cast(:write as boolean) then cast(:text as text) else '' end, :body_hash, :turn_id)
), apart as (
    insert into off_record (id, tenant_id, person_id, line_id, content, earlier)
    select :line_id, :tenant_id, :person_id, :line_id, cast(:text as text), cast(:earlier as text)
    where not cast(:write as boolean)
)
update person set active_turn_id = :turn_id where id = :person_id
