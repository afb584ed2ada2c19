-- How often what was done since then, in equal stretches of time.
select begins, node, operation, status, category, count, similarity from events_counted(:since, :bucket)
