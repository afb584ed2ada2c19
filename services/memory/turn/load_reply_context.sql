-- What a reply may know: the place, the talk so far with what of it is hidden, personal memory, what moved since it was seen.
select e.seed, p.revision, c.seen_revision, c.block_at,
       (select count(*) from assertion w where w.person_id = p.id and w.engagement_id = e.id and w.force = 'held'
           and w.state = 'active') as waiting,
\ir talk_column.sql
       cast(hidden_words(p.id, null) as text) as hidden,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object('assertion_id', k.id, 'content', k.content, 'pinned', k.pinned, 'created_at', k.created_at)
                            order by k.created_at desc, k.display_number desc)
           from (
               select a.id, a.content, a.pinned, a.created_at, a.display_number,
                      row_number() over (order by a.created_at desc, a.display_number desc) as place
               from assertion a
               where cast(:personal as boolean) and a.person_id = p.id
                 and a.engagement_id = p.personal_engagement_id and a.kind = 'fact'
                 and a.force = 'committed' and a.state = 'active'
                 and (cast(:allowed as text[]) is null or a.category = any(cast(:allowed as text[])))
           ) k
           where k.place <= 300 or k.pinned or lower(k.content) like any(cast(:safety as text[]))  -- these are never left out for their age
       ), '[]') as text) as personal,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object(
               'display_number', a.display_number, 'category', a.category, 'importance', a.importance,
               'verb', h.verb, 'force_from', h.force_from, 'force_to', h.force_to,
               'content', case when a.force = 'committed' and a.state = 'active' then a.content end)
               order by h.moment)
           from assertion_history h
           join assertion a on a.person_id = h.person_id and a.id = h.assertion_id
           where cast(:personal as boolean) and h.person_id = p.id and h.revision > c.seen_revision
             and 'committed' in (h.force_from, h.force_to) and h.event <> 'LINK' and a.kind <> 'procedure'
             and a.engagement_id in (p.personal_engagement_id, e.id)
             and (cast(:allowed as text[]) is null or a.category = any(cast(:allowed as text[])))
       ), '[]') as text) as moved
from person p
join conversation c on c.person_id = p.id and c.id = :conversation_id
join engagement e on e.person_id = p.id and e.id = :engagement_id
where p.id = :person_id
