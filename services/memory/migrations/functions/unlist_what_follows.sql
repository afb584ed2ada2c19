-- Takes the lines out of the index that were entered with one that reads otherwise now.
create or replace function unlist_what_follows() returns trigger language plpgsql as $$
declare
    later uuid[] := array(select * from said_after(new.person_id, new.id));
begin
    delete from entry e where e.person_id = new.person_id and e.message_id = any(later);
    update message m set edition = 0 where m.person_id = new.person_id and m.id = any(later) and m.edition <> 0;
    return null;
end $$;
