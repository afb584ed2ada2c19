-- What was understood in a turn that has no reply.
with
\ir understood_part.sql
select
