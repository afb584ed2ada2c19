-- What the person decided on the card of an offer, beside the turn that asked: a line of the record, which no model is shown.
with told as (
    insert into message (id, tenant_id, person_id, conversation_id, turn_id, role, content)
    select :id, t.tenant_id, t.person_id, t.conversation_id, t.id, 'system', :content
    from turn t where t.person_id = :person_id and t.id = :turn_id
    returning conversation_id
)
update conversation c set message_count = message_count + 1
from told where c.person_id = :person_id and c.id = told.conversation_id
