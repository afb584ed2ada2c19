-- What is there, newest first; part of the text is taken literally, whatever its case. Accents count if one types them.
select
\ir ../assertions/assertion_columns.sql
from assertion a
where a.person_id = :person_id
  and (cast(:assertion_id as uuid) is null or a.id = :assertion_id)
  and (cast(:engagement_id as uuid) is null or a.engagement_id = :engagement_id)
  and (cast(:force as text) is null or a.force = :force)
  and (cast(:kind as text) is null or a.kind = :kind)
  and (cast(:state as text) is null or a.state = :state)
  and (cast(:q as text) = ''
       or case when folded(:q) = lower(normalize(:q, NFD)) then position(folded(:q) in folded(a.content))
               else position(lower(normalize(:q, NFC)) in lower(normalize(a.content, NFC))) end > 0)
  and (a.created_at, a.id) < (coalesce(cast(:before as timestamptz), 'infinity'),
                              coalesce(cast(:before_id as uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by a.created_at desc, a.id desc
limit :most
