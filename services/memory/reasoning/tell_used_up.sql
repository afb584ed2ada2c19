-- Whether the person is to be told now that today's budget is used up: once a day.
insert into usage_day as d (tenant_id, person_id, day, told_used_up)
values (:tenant_id, :person_id, cast(cast(:now as timestamptz) at time zone 'UTC' as date), true)
on conflict (person_id, day) do update set told_used_up = true where not d.told_used_up
returning day
