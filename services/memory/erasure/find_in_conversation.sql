-- A conversation: its turns however they ended, what was kept of them and of it as a whole, and whether it is open.
select c.status in ('active', 'ready_to_close') as open,
       array(select t.id from turn t where t.person_id = :person_id and t.conversation_id = :conversation_id) as turns,
       array(select a.id from assertion a
             where a.person_id = :person_id
               and (a.turn_id in (select t.id from turn t
                                  where t.person_id = :person_id and t.conversation_id = :conversation_id)
                    or a.id in (select n.assertion_id from narrative n
                                where n.person_id = :person_id and n.conversation_id = :conversation_id))
             order by a.id) as memories
from conversation c
where c.person_id = :person_id and c.id = :conversation_id
