-- The turns before the last ones that are compressed become a conversation of their own, which ended long ago without a word.
with last as (
    select t.moment, t.activated_at from turn t
    where t.person_id = :person_id and t.conversation_id = :conversation_id and t.activated_at <= :before
    order by t.moment desc offset :most - 1 limit 1
), earlier as (
    select t.id from turn t, last
    where t.person_id = :person_id and t.conversation_id = :conversation_id and t.moment < last.moment
), apart as (
    insert into conversation (id, tenant_id, person_id, status, kept, created_at, closed_at, archived_at, last_message_at)
    select :id, c.tenant_id, c.person_id, 'archived', 'earlier', c.created_at, :now, :now, last.activated_at
    from conversation c, last
    where c.person_id = :person_id and c.id = :conversation_id and exists (select from earlier)
    returning id
), begun as (
    update conversation c set created_at = last.activated_at from last, apart
    where c.person_id = :person_id and c.id = :conversation_id
), messages as (
    update message m set conversation_id = apart.id from apart, earlier
    where m.person_id = :person_id and m.turn_id = earlier.id returning m.id
)
update turn t set conversation_id = apart.id from apart, earlier
where t.person_id = :person_id and t.id = earlier.id
