-- Replies of a model that was shown some memories, and whether a stretch of one is near to them in meaning.
select m.id, m.content as text,
       exists (select from entry e
               where e.person_id = m.person_id and e.message_id = m.id and e.edition = :edition
                 and exists (select from unnest(cast(:vectors as text[])) as v (vector)
                             where e.embedding <=> cast(v.vector as halfvec(384)) < 1 - cast(:near as float8))) as near
from message m
where m.person_id = :person_id and m.role = 'companion'
  and m.turn_id in (select r.turn_id from memory_reference r
                    join classification c on c.person_id = r.person_id and c.turn_id = r.turn_id
                    where r.person_id = :person_id and r.assertion_id = any(cast(:ids as uuid[])) and r.influence = 'known'
                      and c.answered_by ->> 'provider' <> 'offline')
