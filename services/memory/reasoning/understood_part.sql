-- Parts of a statement: what was understood in a turn, by whom, with which memories, and what it took. A replayed turn's
-- reading is the one that counts.
understood as (
    insert into classification (tenant_id, person_id, turn_id, intent, axes, confidence, alternatives, language,
                                parameters, understood_by, answered_by, created_at)
    values (:tenant_id, :person_id, :turn_id, :intent, cast(:axes as jsonb), :confidence,
            cast(:alternatives as text[]), :language, cast(:parameters as jsonb), cast(:understood_by as jsonb),
            cast(:answered_by as jsonb), :now)
    on conflict (person_id, turn_id) do update set
        intent = excluded.intent, axes = excluded.axes, confidence = excluded.confidence,
        alternatives = excluded.alternatives, language = excluded.language, parameters = excluded.parameters,
        understood_by = excluded.understood_by, answered_by = excluded.answered_by
), spent as (
    insert into usage_day as d (tenant_id, person_id, day, turns, sent, received, cache_written, cache_read, cost,
                                unpriced_calls)
    values (:tenant_id, :person_id, cast(cast(:now as timestamptz) at time zone 'UTC' as date), 1, :sent, :received,
            :cache_written, :cache_read, :cost, :unpriced)
    on conflict (person_id, day) do update set
        turns = d.turns + 1, sent = d.sent + excluded.sent, received = d.received + excluded.received,
        cache_written = d.cache_written + excluded.cache_written, cache_read = d.cache_read + excluded.cache_read,
        cost = d.cost + excluded.cost, unpriced_calls = d.unpriced_calls + excluded.unpriced_calls
), referred as (
    insert into memory_reference (tenant_id, person_id, turn_id, assertion_id, influence, score, reason)
    select :tenant_id, :person_id, :turn_id, u.assertion_id, u.influence, u.score, u.reason
    from jsonb_to_recordset(cast(:memory_used as jsonb)) as u (assertion_id uuid, influence text, score real, reason text)
    where exists (select from assertion a where a.person_id = :person_id and a.id = u.assertion_id)
    on conflict do nothing
)
