-- A text as somebody may type it who looks for it: without capitals and accents.
create or replace function folded(words text) returns text
    language sql immutable parallel safe
    return regexp_replace(normalize(lower(words), NFD), '[\u0300-\u036f]', '', 'g');
