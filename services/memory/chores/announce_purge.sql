-- Of what is soon erased the person is told; it stays for at least so long after that.
update assertion set warned_at = :now, purge_at = greatest(purge_at, :purged_from)
where person_id = :person_id and state = 'soft_deleted' and warned_at is null and purge_at <= :warned_by
returning id
