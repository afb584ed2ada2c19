-- "Don't write that down": with a yes the line leaves the talk too.
alter table offer add column takes_out uuid;
comment on column offer.takes_out is 'With a yes the newest line of this turn is taken out of the talk.';
