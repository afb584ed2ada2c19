-- The files that are being taken on, the oldest first.
create or replace function imports_under_way() returns table (tenant_id uuid, person_id uuid, import_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select b.tenant_id, b.person_id, b.id from import_batch b
    where b.status in ('landing', 'restoring') order by b.created_at limit 100;
end;
revoke execute on function imports_under_way() from public;
grant execute on function imports_under_way() to holdfast_app;
