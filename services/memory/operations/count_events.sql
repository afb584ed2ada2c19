-- How often what was done since then, in equal stretches of time.
select begins, node, operation, status, count from events_counted(:since, :bucket)
