-- How long what was said word for word is kept; how a notebook of thousands is paged through and searched.

alter table person add column retention_days integer check (retention_days between 30 and 3650);
comment on column person.retention_days is
    'Whole days after which the conversation is erased; null, and it is kept until somebody erases it.';

create function people_with_old_talk(as_of timestamptz)
    returns table (tenant_id uuid, person_id uuid, before timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
-- Whole days of UTC: so a person's talk is looked through once a day, and not with every line that comes of age.
begin atomic
    select p.tenant_id, p.id, b.before
    from person p
    cross join lateral (select date_trunc('day', as_of, 'UTC') - make_interval(days => p.retention_days) as before) b
    where p.retention_days is not null
      and b.before > (select t.activated_at from turn t where t.person_id = p.id order by t.moment limit 1);
end;
revoke execute on function people_with_old_talk(timestamptz) from public;
grant execute on function people_with_old_talk(timestamptz) to holdfast_app;

create index assertions_newest on assertion (person_id, created_at desc, id desc);  -- the notebook's pages

create function folded(words text) returns text
    language sql immutable parallel safe
    return regexp_replace(normalize(lower(words), NFD), '[\u0300-\u036f]', '', 'g');
comment on function folded is 'As somebody may type it who looks for it: without capitals and accents.';
