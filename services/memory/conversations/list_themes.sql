-- What recurs in Your Story, the most frequent first, as long as each narrative that it rests on is known.
select t.label, t.times, t.among, t.memory_ids
from theme t
where t.person_id = :person_id
  and not exists (
      select from unnest(t.memory_ids) m (id)
      where not exists (select from assertion a where a.person_id = t.person_id and a.id = m.id
                          and a.force = 'committed' and a.state = 'active'))
order by t.place
