-- From here on a function stands in one file, which is applied again when its text changes: `migrations/functions`.
-- What they were made of first stays above, as history. All of it may be run again.
create table if not exists applied_function (
    name text primary key,
    digest text not null
);
comment on table applied_function is 'Which text of each function the database has.';

-- What the release before this one does not call any more.
drop function if exists token_owner(text);
drop function if exists exchanges(uuid, uuid, uuid, integer);
