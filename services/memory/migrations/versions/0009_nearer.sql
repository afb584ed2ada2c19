-- In the table, entries lie as they came, a person's among everybody's: a question would fetch a page for each. This index
-- has all that a question reads of them, in the person's own order.

create index entries_as_read on entry (person_id, role, number)
    include (tenant_id, assertion_id, message_id, turn_id, engagement_id, kind, category, position, part, begins, ends, at,
             length, asks, edition, embedding);
drop index entries_of_talk;
create index entries_of_talk on entry (person_id, position, part) include (tenant_id, number) where message_id is not null;
