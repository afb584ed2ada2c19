-- An import is taken on in the background, batch by batch: how far it is, and by what the rows of a batch are found.
alter table import_batch
    drop constraint import_batch_status_check,
    add constraint import_batch_status_check
        check (status in ('receiving', 'landing', 'held', 'restoring', 'confirmed')),
    add column total integer not null default 0,
    add column done integer not null default 0,
    add column command_key text not null default '',
    add column differing uuid[] not null default '{}';
alter table import_batch alter column command_key set statistics 0;  -- as in 0003: a client may have words in it
comment on column import_batch.command_key is 'Of the command that is being carried out; empty when nothing is.';
comment on column import_batch.differing is 'In pairs: what landed, and what is known that it differs from.';
create index imports_under_way on import_batch (created_at) where status in ('landing', 'restoring');

delete from import_batch where status = 'receiving';  -- a file that had not arrived whole is sent again

alter table import_row
    add column kind text not null default 'history'
        check (kind in ('engagement', 'assertion', 'history', 'never', 'plain')),
    add column subject_id uuid,
    add column place uuid,
    add column place_number integer not null default 0,
    add column pending boolean not null default false,
    add column points boolean not null default false,
    add column taken_back boolean not null default false;
comment on column import_row.kind is 'What it is; a refusal is never to be remembered again, or plain and without words.';
comment on column import_row.subject_id is 'The assertion or engagement of the file that it is about.';
comment on column import_row.points is 'Whether it names other assertions, which may land after it.';
comment on column import_row.taken_back is 'Whether the file has it as taken back; such come back last, for they refuse.';
update import_row set kind = 'assertion', subject_id = assertion_id, taken_back = body like '%"force": "retracted"%'
where assertion_id is not null;
update import_row set subject_id = cast(substring(body from '"assertion_id": "([0-9a-fA-F-]{36})"') as uuid)
where assertion_id is null;
create index import_rows_pending on import_row (person_id, import_id, kind, place, place_number, number) where pending;
create index import_rows_pointing on import_row (person_id, import_id, number) where points;
create index import_rows_waiting on import_row (person_id, import_id, taken_back, number) where assertion_id is not null;
create index import_rows_about on import_row (person_id, import_id, subject_id);

-- For the chore; ids only.
create function imports_under_way() returns table (tenant_id uuid, person_id uuid, import_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select b.tenant_id, b.person_id, b.id from import_batch b
    where b.status in ('landing', 'restoring') order by b.created_at limit 100;
end;
revoke execute on function imports_under_way() from public;
grant execute on function imports_under_way() to holdfast_app;

-- Asked before every change of a memory; what a file brought is not looked through for it.
create index assertions_held_by_the_companion on assertion (person_id, created_at)
    where actor = 'companion' and import_id is null;

-- As in 0006; what a file brings is embedded when all of it is there.
create or replace function people_to_index(edition_now smallint, space_now smallint, beyond uuid, most integer)
    returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select w.tenant_id, w.person_id
    from (
        select a.tenant_id, a.person_id from assertion a
        where a.force = 'committed' and a.state = 'active' and a.edition < edition_now
        union
        select a.tenant_id, a.person_id from assertion a
        where a.space < space_now
          and not exists (select from import_batch b where b.person_id = a.person_id and b.id = a.import_id
                                                       and b.status in ('landing', 'restoring'))
        union
        select r.tenant_id, r.person_id from refusal r where r.text is not null and r.space < space_now
        union
        select m.tenant_id, m.person_id from message m where m.role <> 'system' and m.edition < edition_now
    ) w
    where beyond is null or w.person_id > beyond
    order by w.person_id
    limit most;
end;
