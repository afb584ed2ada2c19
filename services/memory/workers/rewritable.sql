-- Tables with personal rows, once anything was erased: how large, when last vacuumed by a chore of ours, and whether rows of
-- it died since: those that a plain vacuum of the server's own has freed meanwhile still stand in its pages.
select c.relname as table_name, pg_total_relation_size(c.oid) as bytes, s.last_vacuum as rewritten_at,
       newest_erasure() as newest_erasure,
       s.n_dead_tup > 0 or s.last_autovacuum > coalesce(s.last_vacuum, '-infinity') as has_dead
from pg_class c
left join pg_stat_user_tables s on s.relid = c.oid
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity and c.relname <> 'tenant'
  and newest_erasure() is not null
order by c.relname
