-- What a narrative names takes part once the person confirmed it, be it long after its conversation was put away.
-- Whatever was confirmed before and waits again comes back as the person had left it.
create or replace function activate_entities() returns trigger language plpgsql as $$
begin
    update memory_entity set is_active = true
    where person_id = new.person_id and assertion_id = new.id
      and not exists (select from memory_entity e
                      where e.person_id = new.person_id and e.assertion_id = new.id and e.is_active)
      and not exists (select from narrative n
                      join conversation c on c.person_id = n.person_id and c.id = n.conversation_id
                      where n.person_id = new.person_id and n.assertion_id = new.id and c.kept = 'confirmed');
    return null;
end $$;
create or replace trigger narrative_confirmed after update of force on assertion for each row
    when (new.kind = 'narrative' and old.force = 'held' and new.force = 'committed')
    execute function activate_entities();
