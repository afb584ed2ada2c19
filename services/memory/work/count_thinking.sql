-- Adds what background thinking took to the day's usage; it is no turn.
insert into usage_day as d (tenant_id, person_id, day, sent, received, cache_written, cache_read, cost, unpriced_calls)
values (:tenant_id, :person_id, cast(cast(:now as timestamptz) at time zone 'UTC' as date), :sent, :received,
        :cache_written, :cache_read, :cost, :unpriced)
on conflict (person_id, day) do update set
    sent = d.sent + excluded.sent, received = d.received + excluded.received,
    cache_written = d.cache_written + excluded.cache_written, cache_read = d.cache_read + excluded.cache_read,
    cost = d.cost + excluded.cost, unpriced_calls = d.unpriced_calls + excluded.unpriced_calls
