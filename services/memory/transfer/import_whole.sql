-- Whether a file has come whole, and the first row that names a place that is neither in it nor the person's.
select count(*) as rows, coalesce(max(r.number) + 1, 0) as numbered,
       count(*) filter (where r.kind = 'assertion') as memories, count(*) filter (where r.kind = 'plain') as plain,
       min(r.number) filter (
           where r.kind = 'assertion' and r.place is not null
             and r.place not in (select e.id from engagement e where e.person_id = :person_id)
             and r.place not in (select f.subject_id from import_row f
                                 where f.person_id = :person_id and f.import_id = :id and f.kind = 'engagement')
       ) as misplaced,
       exists (select from person p join engagement e on e.person_id = p.id and e.id = p.personal_engagement_id
               where p.id = :person_id) as has_story
from import_row r
where r.person_id = :person_id and r.import_id = :id
