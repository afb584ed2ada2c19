-- Background work of a person's that has read, or is just reading, what is talked about.
select w.id from work w
where w.person_id = :person_id and (w.state = 'active' or w.form is not null)
order by w.id
