-- The columns of a memory that a book reads: those it saves, and what asking alone notes.
\ir saved_columns.sql
, asked_at
