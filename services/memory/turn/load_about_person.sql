-- What a reply outside of any project may know of the person: their story's seed, what they are called, and of what is
-- known what is pinned, what keeps them safe, what fits the line, and what was told last; newest first.
select e.seed, c.block_at,
       array(select a.content from assertion a
             where cast(:read as boolean) and a.person_id = p.id and a.category = 'profile' and a.force = 'committed'
               and a.state = 'active' and (cast(:allowed as text[]) is null or 'profile' = any(cast(:allowed as text[])))
             order by a.created_at desc limit 20) as profile,
       cast(coalesce((
           select jsonb_agg(jsonb_build_object('assertion_id', k.id, 'content', k.content, 'pinned', k.pinned,
                                               'created_at', k.created_at, 'is_newest', k.place <= 3)
                            order by k.place)
           from (
               select a.id, a.content, a.pinned, a.created_at,
                      row_number() over (partition by a.kind = 'narrative' order by a.created_at desc, a.display_number desc)
                      + case a.kind when 'narrative' then 3 else 0 end as place  -- told only where it fits
               from assertion a
               where cast(:read as boolean) and a.person_id = p.id and a.engagement_id = p.personal_engagement_id
                 and a.kind <> 'procedure' and a.force = 'committed' and a.state = 'active'
                 and (cast(:allowed as text[]) is null or a.category = any(cast(:allowed as text[])))
                 and (a.kind <> 'narrative' or cast(:allowed as text[]) is null or not exists (
                     select from memory_entity m
                     where m.person_id = a.person_id and m.assertion_id = a.id
                       and (m.category is null or m.category <> all(cast(:allowed as text[])))))
                 and (a.kind <> 'narrative' or not exists (select from narrative n where n.person_id = a.person_id and n.assertion_id = a.id and n.veiled))
           ) k
           where k.place <= 3 or k.pinned or k.id = any(cast(:fitting as uuid[])) or lower(k.content) like any(cast(:safety as text[]))
       ), '[]') as text) as known
from person p
join conversation c on c.person_id = p.id and c.id = :conversation_id
join engagement e on e.person_id = p.id and e.id = p.personal_engagement_id
where p.id = :person_id
