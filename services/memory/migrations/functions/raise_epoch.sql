-- What is hidden or reworded fences the background work that may have read it.
create or replace function raise_epoch() returns trigger language plpgsql as $$
begin
    update person set epoch = epoch + 1 where id = new.person_id;
    return null;
end $$;
create or replace trigger hidden_or_reworded after update of content, force, state on assertion for each row
    when (old.content <> new.content or (new.force = 'retracted' and old.force <> 'retracted')
          or (new.state <> 'active' and old.state = 'active'))
    execute function raise_epoch();
create or replace trigger taken_out after update of taken_out_at on line for each row
    when (old.taken_out_at is null and new.taken_out_at is not null)
    execute function raise_epoch();
