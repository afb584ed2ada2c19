-- Every table with rows of a person, its columns that hold text, and those that hold ids: from the catalogue.
select c.relname as table_name,
       coalesce(array_agg(a.attname order by a.attnum)
           filter (where t.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text')), '{}') as texts,
       coalesce(array_agg(a.attname) filter (where t.typname = 'uuid'), '{}') as keys
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and c.relname not in ('audit', 'erasure')  -- which outlive it, and into which no text ever goes
  and c.relname <> 'posting'  -- single words, each bound to its entry by a key: gone with it, and no text of its own
  and (c.relname = 'person'
       or exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'person_id' and not p.attisdropped))
group by c.relname
order by c.relname
