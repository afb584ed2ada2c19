-- About how much of a person's a question is to be looked up in, and how much there is: one lot of the 64.
select count(*) filter (
           where ((cast(:facts as boolean) and e.role = 'assertion') or (cast(:talk as boolean) and e.role <> 'assertion'))
                 and (cast(:engagements as uuid[]) is null or e.engagement_id = any(cast(:engagements as uuid[]))
                      or (cast(:story as boolean)
                          and e.engagement_id = (select p.personal_engagement_id from person p where p.id = :person_id)))
       ) as within, count(*) as everything
from entry e
where e.person_id = :person_id and e.role in ('assertion', 'person', 'companion') and e.lot = 0
