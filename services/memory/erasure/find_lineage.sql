-- Some memories with all that came of them, and every way in which each reads or once read.
with recursive lineage as (
    select a.id from assertion a where a.person_id = :person_id and a.id = any(cast(:ids as uuid[]))
    union
    select d.id from assertion d join lineage l on d.source_assertion_id = l.id where d.person_id = :person_id
)
select a.id, a.version, a.force, a.label, a.content, a.own_words, a.turn_id, cast(a.embedding as text) as embedding,
       a.space,
       array(select h.old from assertion_history h where h.person_id = a.person_id and h.assertion_id = a.id
                                                     and h.old is not null
             union select h.new from assertion_history h where h.person_id = a.person_id and h.assertion_id = a.id
                                                     and h.new is not null
             union select m.content from mention m where m.person_id = a.person_id and m.assertion_id = a.id) as contents,
       array(select m.words from mention m where m.person_id = a.person_id and m.assertion_id = a.id
                                             and m.role = 'person') as words
from assertion a
where a.person_id = :person_id and a.id in (select id from lineage)
