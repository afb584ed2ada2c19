-- A default that is no expression changes no row, so nobody waits for this.
alter table turn add column asked integer not null default 0;
comment on column turn.asked is 'How many characters at the end of its reply are the question that was added to it.';
