-- What many entries are compared by before a few are looked at closely: one bit for each number of a meaning, its sign.
-- All of it may be run again, where the rest of the revision was broken off.
alter table entry
    add column if not exists lot smallint,
    add column if not exists code bit(384);
alter table entry alter column code set storage plain;  -- packed, it would be unpacked for each comparison
comment on column entry.lot is 'One of 64, by chance: the entries of one lot stand for all of the person''s.';
comment on column entry.code is 'The signs of the embedding.';

create or replace function sketch_entry() returns trigger language plpgsql as $$
begin
    new.lot := new.number % 64;
    new.code := binary_quantize(new.embedding)::bit(384);
    return new;
end $$;
create or replace trigger sketched before insert on entry for each row execute function sketch_entry();
alter table entry enable always trigger sketched;
