-- Stores a reply: the turn's end, its messages in order, what was understood, and nothing left of the form that the line carried.
with
\ir ../reasoning/understood_part.sql
, ended as (
    update turn set status = 'answered', closed_at = :now, intent = :intent, action = :action,
                    stamps = cast(:stamps as jsonb), code = :code, stored_count = :stored_count, asked = :asked,
                    mentioned = cast(:mentioned as uuid[]), failure_code = null, failure_detail = null, failure_saved = null
    where person_id = :person_id and id = :turn_id
    returning tenant_id, person_id, conversation_id
), unsaid as (
    delete from off_record r using line l
    where r.person_id = :person_id and l.person_id = r.person_id and l.turn_id = :turn_id and r.line_id = l.id
), unformed as (
    delete from off_record where person_id = :person_id and turn_id = :turn_id
), stored as (
    insert into message (id, tenant_id, person_id, conversation_id, turn_id, role, content, intent)
    select m.id, ended.tenant_id, ended.person_id, ended.conversation_id, :turn_id, m.role, m.content,
           case when m.role = 'companion' then :intent end
    from ended,
         unnest(cast(:ids as uuid[]), cast(:roles as text[]), cast(:contents as text[]))
             with ordinality as m (id, role, content, place)
    order by m.place
), emptied as (
    update applied_step set form = null where person_id = :person_id and turn_id = :turn_id
), counted as (
    update conversation c set message_count = message_count + cardinality(cast(:ids as uuid[])), last_message_at = :now
    from ended where c.person_id = ended.person_id and c.id = ended.conversation_id
), used as (
    -- What the answer was made of is not forgotten for its age.
    update assertion set access_count = access_count + 1, last_accessed_at = :now
    where person_id = :person_id and id = any(cast(:used as uuid[])) and force = 'committed'
), noted as (
    insert into operational_event (at, node, operation, status, count, category)
    select :now, e.node, e.operation, e.status, e.count, e.category
    from ended, jsonb_to_recordset(cast(:events as jsonb)) as e (node text, operation text, status text, count integer, category text)
)
update person set active_turn_id = null where id = :person_id
