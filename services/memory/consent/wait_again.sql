-- Questions that were answered wait again for what is held once more, as it stands now: a yes or a no was taken back.
with held as (
    select o.id,
           jsonb_agg(i.item || jsonb_build_object('version', a.version) order by i.place) as items
    from offer o
    cross join lateral jsonb_array_elements(o.items) with ordinality as i (item, place)
    join assertion a on a.person_id = o.person_id and a.id = (i.item ->> 'assertion_id')::uuid
                    and a.force = 'held' and a.content = i.item ->> 'shown_text'
    where o.person_id = :person_id and o.status = 'answered' and o.expires_at > :now
      and o.kind in ('remember', 'cross_promote', 'project_facts')
      and a.id = any(cast(:ids as uuid[]))
      and not exists (select from offer n
                      where n.person_id = o.person_id and n.shown_moment > o.shown_moment
                        and n.items @> jsonb_build_array(jsonb_build_object('assertion_id', cast(a.id as text))))
    group by o.id
)
update offer o set status = 'waiting', items = h.items
from held h where o.person_id = :person_id and o.id = h.id
