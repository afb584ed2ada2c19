-- A narrative that tells, word for word, what was taken back since is shown to no model until that is restored, or it reads otherwise.
create or replace function veil_narratives() returns trigger language plpgsql as $$
begin
    update narrative n
    set veiled = exists (
        select from mention m join assertion x on x.person_id = m.person_id and x.id = m.assertion_id
        where m.person_id = n.person_id and x.force = 'retracted' and x.kind <> 'narrative'
          and char_length(rtrim(m.words, ' .!?')) > 3 and position(lower(rtrim(m.words, ' .!?')) in t.told) > 0)
    from (
        select a.id, lower(a.content || ' ' || coalesce((
                   select string_agg(e.label, ' ') from memory_entity e
                   where e.person_id = a.person_id and e.assertion_id = a.id), '')) as told
        from assertion a where a.person_id = new.person_id and a.kind = 'narrative'
    ) t
    where n.person_id = new.person_id and n.assertion_id = t.id
      and (n.assertion_id = new.id
           or exists (select from mention m
                      where m.person_id = new.person_id and m.assertion_id = new.id
                        and position(lower(rtrim(m.words, ' .!?')) in t.told) > 0));
    return null;
end $$;
create or replace trigger taken_back_or_restored after update of force on assertion for each row
    when (new.kind <> 'narrative' and (old.force = 'retracted') <> (new.force = 'retracted'))
    execute function veil_narratives();
create or replace trigger narrative_reworded after update of content on assertion for each row
    when (new.kind = 'narrative' and old.content <> new.content)
    execute function veil_narratives();
