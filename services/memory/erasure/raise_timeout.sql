-- For this transaction statements may take longer: what goes may be years of talk, or a whole file that lands.
select set_config('statement_timeout', '40s', true)
