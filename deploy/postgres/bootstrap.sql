-- Roles, the database and its extension, for the embedded start, containers and any server that you run yourself:
-- once, by a superuser, with psql 15 or later and both passwords in the environment. Again changes only the passwords.

\set ON_ERROR_STOP on
\getenv owner_password HOLDFAST_OWNER_PASSWORD
\getenv app_password HOLDFAST_APP_PASSWORD

-- Owns the schema and runs the migrations. Row-level security is forced, so it binds the owner as well.
select 'create role holdfast_owner' where to_regrole('holdfast_owner') is null \gexec
alter role holdfast_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password :'owner_password';
alter role holdfast_owner set lock_timeout = '5s';

-- What the services are: owns nothing, and cannot pass row-level security by.
select 'create role holdfast_app' where to_regrole('holdfast_app') is null \gexec
alter role holdfast_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit
    password :'app_password';
alter role holdfast_app set statement_timeout = '5s';
alter role holdfast_app set lock_timeout = '2s';
alter role holdfast_app set idle_in_transaction_session_timeout = '10s';

-- After an erasure it begins a new piece of the log and has the old ones removed.
grant pg_checkpoint to holdfast_app with inherit true;

-- The same order of text on every machine, whatever its system's locale is.
select $$create database holdfast owner holdfast_owner template template0
         encoding 'UTF8' locale_provider builtin locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'$$
where not exists (select from pg_database where datname = 'holdfast') \gexec
revoke all on database holdfast from public;
grant connect on database holdfast to holdfast_app;

\connect holdfast
create extension if not exists vector;
grant execute on function pg_switch_wal() to holdfast_app;
