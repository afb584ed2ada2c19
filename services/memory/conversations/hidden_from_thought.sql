-- The words that tell what is kept no longer, or reads otherwise by now. What is held may be read: what is made of it is shown before it counts.
select m.turn_id, m.role, m.words, array[m.content, a.content, a.own_words] as texts
from mention m join assertion a on a.person_id = m.person_id and a.id = m.assertion_id
where m.person_id = :person_id and (a.force = 'retracted' or a.state <> 'active' or m.content <> a.content)
