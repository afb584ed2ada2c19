-- Notes the signs of an entry's meaning, which many are compared by before a few are looked at closely.
create or replace function sketch_entry() returns trigger language plpgsql as $$
begin
    new.lot := new.number % 64;
    new.code := binary_quantize(new.embedding)::bit(384);
    return new;
end $$;
