-- What can be answered still, as it was shown: what has changed since, is asked about by another offer or by none.
select cast(jsonb_build_object('offer_id', o.id, 'kind', o.kind, 'items', o.items, 'needs_choice', o.needs_choice,
                               'needs_control', o.needs_control, 'never_again', o.never_again, 'more', o.more,
                               'asked_again', o.asked_again, 'awaits', o.awaits, 'takes_out', o.takes_out) as text) as offer,
       o.turn_id, o.status = 'standing' as asked, o.created_at, o.expires_at, leaving.text as line
from offer o
left join lateral (
    select l.text from line l
    where l.person_id = o.person_id and l.turn_id = o.takes_out and l.write and l.taken_out_at is null
    order by l.moment desc
    limit 1) leaving on true
where o.person_id = :person_id and o.status in ('standing', 'waiting') and o.expires_at > :now
  and (o.items <> '[]' or (o.status = 'standing' and leaving.text is not null))  -- of a line alone, while it is there
  and (o.status = 'standing' or not exists (
      select from jsonb_array_elements(o.items) i
      left join assertion a on a.person_id = o.person_id and a.id = cast(i ->> 'assertion_id' as uuid)
      where a.id is null or a.version <> cast(i ->> 'version' as integer) or a.force = 'retracted'
         or (a.force = 'committed' and o.kind not in ('retract', 'clash'))))
order by o.status = 'standing' desc, o.shown_moment desc
limit :most
