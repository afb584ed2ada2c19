-- The person's lines that answer a question, as they read now: the newest by their words, before the index has them; then
-- those that it found, in their order. What was itself a question told nothing.
select m.turn_id, m.content, m.created_at
from message m
join turn t on t.person_id = m.person_id and t.id = m.turn_id
where m.person_id = :person_id and m.role = 'person' and m.turn_id <> :turn_id and t.write
  and coalesce(t.intent, '') not in
      ('ask_question', 'ask_about_past_input', 'summarize_engagement', 'help', 'forget_about_me')
  and (m.id = any(cast(:ids as uuid[]))
       or (m.edition < :edition
           and (t.engagement_id = :engagement_id
                or t.engagement_id = (select p.personal_engagement_id from person p where p.id = :person_id))
           and exists (select from unnest(cast(:terms as text[])) w where position(w in lower(m.content)) > 0)))
order by array_position(cast(:ids as uuid[]), m.id) nulls first, m.position desc
limit 8
