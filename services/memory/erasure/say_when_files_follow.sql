-- When what was erased is in no file of the server any more: its log is ours to end, and every table small enough to be
-- rewritten at once; a larger one at night; else as whoever keeps the server has it.
select case
    when current_setting('wal_recycle')::boolean or current_setting('archive_mode') <> 'off'
      or current_setting('wal_keep_size') <> '0' or exists (select from pg_replication_slots)
      or not pg_has_role(current_user, 'pg_checkpoint', 'usage')
      or not has_function_privilege('pg_switch_wal()', 'execute') then 'as_the_server_keeps_them'
    when exists (select from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
                 and c.relrowsecurity and pg_total_relation_size(c.oid) > :largest) then 'as_the_server_keeps_them'
    when exists (select from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
                 and c.relrowsecurity and pg_total_relation_size(c.oid) > :at_once) then 'tonight'
    else 'within_two_minutes' end as files
