-- For this transaction, which may take longer: tables that have just grown by a whole file have no statistics, and the
-- planner would walk one row by row for each row of another. 16,000 memories were restored in 35 s so.
select set_config('statement_timeout', '40s', true), set_config('idle_in_transaction_session_timeout', '60s', true),
       set_config('enable_nestloop', 'off', true)
