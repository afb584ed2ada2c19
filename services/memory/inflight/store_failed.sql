-- Ends a turn without a reply. What the person said stays part of the conversation.
with ended as (
    update turn set status = 'failed', closed_at = :now, failure_code = :code, failure_detail = :detail,
                    failure_saved = :saved
    where person_id = :person_id and id = :turn_id
    returning tenant_id, person_id, conversation_id, answers_offer_id
), over as (
    -- What the person said to it is lost: a later yes must not be taken for an answer to what they may have refused.
    update offer o set status = 'waiting' from ended
    where o.person_id = ended.person_id and o.id = ended.answers_offer_id and o.status = 'standing'
), unsaid as (
    delete from off_record r using line l
    where r.person_id = :person_id and l.person_id = r.person_id and l.turn_id = :turn_id and r.line_id = l.id
), unformed as (
    delete from off_record where person_id = :person_id and turn_id = :turn_id
), stored as (
    insert into message (id, tenant_id, person_id, conversation_id, turn_id, role, content)
    select m.id, ended.tenant_id, ended.person_id, ended.conversation_id, :turn_id, 'person', m.content
    from ended,
         unnest(cast(:ids as uuid[]), cast(:contents as text[])) with ordinality as m (id, content, place)
    order by m.place
), noted as (
    insert into operational_event (at, node, operation, status, count, category)
    select :now, e.node, e.operation, e.status, e.count, e.category
    from ended, jsonb_to_recordset(cast(:events as jsonb)) as e (node text, operation text, status text, count integer, category text)
)
update person set active_turn_id = null where id = :person_id
