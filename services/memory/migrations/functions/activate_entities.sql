-- What a narrative names takes part once the person confirmed it, be it long after its conversation was put away.
create or replace function activate_entities() returns trigger language plpgsql as $$
begin
    update memory_entity set is_active = true where person_id = new.person_id and assertion_id = new.id;
    return null;
end $$;
create or replace trigger narrative_confirmed after update of force on assertion for each row
    when (new.kind = 'narrative' and old.force = 'held' and new.force = 'committed')
    execute function activate_entities();
