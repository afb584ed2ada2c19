-- Whether anything that was said in a conversation was hidden or reworded since its draft was made: the draft may tell it.
select exists (
    select from line l join turn t on t.person_id = l.person_id and t.id = l.turn_id
    where l.person_id = :person_id and t.conversation_id = :conversation_id and l.taken_out_at > :since
) or exists (
    select from mention m
    join turn t on t.person_id = m.person_id and t.id = m.turn_id
    join assertion a on a.person_id = m.person_id and a.id = m.assertion_id
    where m.person_id = :person_id and t.conversation_id = :conversation_id and a.updated_at > :since
      and (a.force = 'retracted' or a.state <> 'active' or m.content <> a.content)
) as moved
