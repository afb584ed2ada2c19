-- Whether the turn still counts, whether it was performed already, and the offer that it may answer.
select p.active_turn_id,
       t.status as turn_status,
       (select s.form from applied_step s
        where s.person_id = p.id and s.turn_id = :turn_id and s.step = 'perform') as performed,
       (select o.id from offer o
        where o.person_id = p.id and o.id = t.answers_offer_id and o.status = 'standing') as answerable_offer_id
from person p
left join turn t on t.person_id = p.id and t.id = :turn_id
where p.id = :person_id
