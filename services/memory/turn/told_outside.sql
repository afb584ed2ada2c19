-- From when the times in the part of the prompt that lasts are; what changed is still to be told in a project.
update conversation set block_at = :block_at where person_id = :person_id and id = :conversation_id
