-- What was never asked about waits 90 days, and the person is told once before it ends.
alter table assertion add column end_told_at timestamptz;
comment on column assertion.end_told_at is 'When the person was told that it ends without ever having been asked about.';
create index assertions_ending_unasked on assertion (person_id, expires_at)
    where force = 'held' and asked_at is null and end_told_at is null;  -- each turn looks whether there is one to tell of
