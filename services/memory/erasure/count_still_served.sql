-- On which surfaces that serve what is known a memory that was taken back, or its very text, still is.
select (select count(*) from assertion a
        where a.person_id = :person_id and a.force = 'committed' and a.state = 'active'
          and (a.id = :assertion_id or (a.engagement_id = cast(:engagement_id as uuid)
                                        and lower(btrim(a.content)) = lower(btrim(:content))))) as what_is_known,
       (select count(*) from assertion a
        where a.person_id = :person_id and a.id = :assertion_id and a.force = 'held') as what_waits,
       (select count(*) from offer o
        where o.person_id = :person_id and o.status = 'standing' and o.kind <> 'retract'
          and o.items @> jsonb_build_array(jsonb_build_object('assertion_id', cast(:assertion_id as text)))) as questions,
       (select count(*) from applied_step s join turn t on t.person_id = s.person_id and t.id = s.turn_id
        where s.person_id = :person_id and t.status = 'active' and s.form is not null
          and strpos(lower(s.form), lower(:content)) > 0) as the_reply_in_the_making
