-- What can be answered still, as it was shown: what has changed since, is asked about by another offer or by none.
select cast(jsonb_build_object('offer_id', o.id, 'kind', o.kind, 'items', o.items, 'needs_choice', o.needs_choice,
                               'needs_control', o.needs_control, 'never_again', o.never_again, 'more', o.more,
                               'asked_again', o.asked_again, 'awaits', o.awaits, 'takes_out', o.takes_out) as text) as offer,
       o.turn_id, o.status = 'standing' as asked, o.created_at, o.expires_at
from offer o
where o.person_id = :person_id and o.status in ('standing', 'waiting') and o.expires_at > :now
  and o.items <> '[]'  -- what is only of a line is answered in words
  and (o.status = 'standing' or not exists (
      select from jsonb_array_elements(o.items) i
      left join assertion a on a.person_id = o.person_id and a.id = cast(i ->> 'assertion_id' as uuid)
      where a.id is null or a.version <> cast(i ->> 'version' as integer) or a.force = 'retracted'
         or (a.force = 'committed' and o.kind not in ('retract', 'clash'))))
order by o.status = 'standing' desc, o.shown_moment desc
limit :most
