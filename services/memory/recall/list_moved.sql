-- What changed of late in what is known, of what the asker may see: from the newest changes, so that it is never long. What
-- they may not see takes no place among those.
with recent as (
    select h.revision, h.moment, h.verb, h.force_from, h.force_to, a.display_number, a.category, a.importance,
           coalesce(h.new, a.content) as text,
           case when a.force = 'committed' and a.state = 'active' then a.content end as content
    from assertion_history h
    join assertion a on a.person_id = h.person_id and a.id = h.assertion_id
    where h.person_id = :person_id and h.event <> 'LINK' and 'committed' in (h.force_from, h.force_to)
      and (cast(:allowed as text[]) is null or a.category = any(cast(:allowed as text[])))
      and (a.kind <> 'procedure' or cast(:procedures as boolean))
      and (a.kind <> 'narrative' or cast(:allowed as text[]) is null
           or (cast(:hears as boolean) and not exists (
               select from memory_entity me
               where me.person_id = a.person_id and me.assertion_id = a.id
                 and (me.category is null or me.category <> all(cast(:allowed as text[]))))))
    order by h.revision desc, h.moment desc
    limit :most
)
select h.revision, h.display_number, h.category, h.importance, h.verb, h.force_from, h.force_to, h.content, h.text,
       (select count(*) = :most and min(r.revision) > :since from recent r) as cut
from recent h
order by h.moment
