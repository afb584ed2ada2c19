-- The usual nearness of what was looked at, and how far it spreads; then how long entries are.
), usual as materialized (
    select c.is_fact, c.entries, coalesce(c.meaning / nullif(c.meanings, 0), 0) as meaning,
           coalesce(sqrt(greatest(c.squares / nullif(c.meanings, 0) - (c.meaning / nullif(c.meanings, 0)) ^ 2, 0)), 0) as spread
    from crowd c
), size as materialized (
    select coalesce(sum(c.entries), 0)::bigint as entries, greatest(sum(c.length) / sum(c.entries), 1) as length from crowd c
