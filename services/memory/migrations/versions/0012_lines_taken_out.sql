-- A single line can be taken out of the talk: what is left of it is that it was there.
alter table line add column taken_out_at timestamptz;
comment on column line.taken_out_at is 'When the person took its words out of the talk; a mark stands in their place.';

alter table erasure drop constraint erasure_scope_check;
alter table erasure add constraint erasure_scope_check
    check (scope in ('assertion', 'conversation', 'project', 'person', 'line'));
alter table open_look drop constraint open_look_scope_check;
alter table open_look add constraint open_look_scope_check check (scope in ('assertion', 'conversation', 'project', 'line'));
