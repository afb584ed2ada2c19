-- Tables with personal rows, once anything was erased: how large, when last vacuumed by a chore of ours, and how many of their
-- rows were ever changed or deleted: not how many are dead, for a page that was tidied has none, and still has their bytes.
select c.relname as table_name, pg_total_relation_size(c.oid) as bytes, s.last_vacuum as rewritten_at,
       newest_erasure() as newest_erasure,
       coalesce(s.n_tup_upd + s.n_tup_del, 0) as changed
from pg_class c
left join pg_stat_user_tables s on s.relid = c.oid
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity and c.relname <> 'tenant'
  and newest_erasure() is not null
order by c.relname
