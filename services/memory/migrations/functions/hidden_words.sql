-- The words that tell what is not kept, or reads otherwise by now; of all turns or of the last ones.
create or replace function hidden_words(of_person uuid, of_last_turns integer) returns jsonb
    language sql stable
begin atomic
    select coalesce(jsonb_agg(jsonb_build_object('turn_id', m.turn_id, 'role', m.role, 'words', m.words,
                                                 'texts', jsonb_build_array(m.content, a.content, a.own_words))), '[]')
    from mention m join assertion a on a.person_id = m.person_id and a.id = m.assertion_id
    where m.person_id = of_person
      and (a.force <> 'committed' or a.state <> 'active' or m.content <> a.content)
      and (of_last_turns is null
           or m.turn_id in (select t.id from turn t where t.person_id = of_person and t.status = 'answered'
                            order by t.moment desc limit of_last_turns));
end;
