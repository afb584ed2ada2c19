-- Takes a message that reads otherwise out of the index.
create or replace function unlist_message() returns trigger language plpgsql as $$
begin
    delete from entry e where e.person_id = new.person_id and e.message_id = new.id;
    new.edition := 0;
    return new;
end $$;
