-- The conversation has been told of memory as it is now.
update conversation set seen_revision = :revision, block_at = :block_at
where person_id = :person_id and id = :conversation_id
