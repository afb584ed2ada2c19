-- Off the record. The words of such a turn lie here and nowhere else, and go when the turn ends. A logged table would leave
-- them in the write-ahead log and in backups; this one is empty after a crash, and nobody is surprised but its turns.
create unlogged table off_record (
    id uuid not null,
    tenant_id uuid not null,
    person_id uuid not null,
    line_id uuid,
    turn_id uuid,
    content text not null,
    earlier text not null default '[]',
    created_at timestamptz not null default now(),
    primary key (person_id, id),
    foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
    foreign key (person_id, line_id) references line (person_id, id) on delete cascade,
    foreign key (person_id, turn_id) references turn (person_id, id) on delete cascade,
    check (num_nonnulls(line_id, turn_id) = 1)
);
comment on table off_record is
    'What a line said, and the form that performing its turn left, while the turn is under way and writing is off.';
comment on column off_record.earlier is 'What was said before, as the client remembers it: nobody else does.';
create unique index off_record_of_a_line on off_record (person_id, line_id) where line_id is not null;
create unique index off_record_of_a_turn on off_record (person_id, turn_id) where turn_id is not null;
-- As in 0003: the planner's statistics are logged.
alter table off_record alter column content set statistics 0, alter column earlier set statistics 0;

alter table off_record enable row level security;
alter table off_record force row level security;
create policy migrations on off_record to current_user using (true) with check (true);
create policy own_rows on off_record to holdfast_app
    using (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')))
    with check (tenant_id = (select setting_uuid('app.tenant')) and person_id = (select setting_uuid('app.person')));
grant select, insert, update, delete, maintain on off_record to holdfast_app;

-- Such a line is known by its times and a keyed hash; its text is empty from the beginning. Not validated: what is there
-- already has a text, and looking at all of it would hold everybody up.
alter table line drop constraint line_text_check;
alter table line add constraint line_text_check
    check (char_length(text) <= 4000 and (text <> '' or not write)) not valid;

-- What earlier releases kept of such talk goes now, for the promise is another one.
delete from message m using turn t
where t.person_id = m.person_id and t.id = m.turn_id and not t.write and t.status in ('answered', 'failed');
update line l set text = '', body_hash = 'erased' from turn t
where t.person_id = l.person_id and t.id = l.turn_id and not t.write and t.status in ('answered', 'failed');
update classification c set parameters = '{}' from turn t
where t.person_id = c.person_id and t.id = c.turn_id and not t.write;
delete from memory_reference r using turn t where t.person_id = r.person_id and t.id = r.turn_id and not t.write;
delete from mention m using turn t where t.person_id = m.person_id and t.id = m.turn_id and not t.write;
update dead_letter d set form = null from turn t
where t.person_id = d.person_id and t.id = d.turn_id and not t.write and d.form is not null;
