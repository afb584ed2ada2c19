-- Background work of a person's that reads, waits to read, or has read what is talked about.
select w.id from work w
where w.person_id = :person_id and (w.state in ('waiting', 'active', 'failed') or w.form is not null)
order by w.id
