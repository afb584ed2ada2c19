-- Whether a memory's text went, a week after its no.
select from assertion where person_id = :person_id and id = :assertion_id and state = 'gone'
