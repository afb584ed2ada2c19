-- What is asked about from now on: from the first asking it has its days, and an offer of nothing else asks no more.
with asked as (
    update assertion set asked_at = :now, expires_at = :until
    where person_id = :person_id and id = any(cast(:items as uuid[])) and force = 'held' and asked_at is null
)
update offer o set status = 'lapsed'
where o.person_id = :person_id and o.status = 'waiting'
  and not exists (select from jsonb_array_elements(o.items) i
                  where not cast(i ->> 'assertion_id' as uuid) = any(cast(:items as uuid[])))
