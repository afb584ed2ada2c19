-- What was erased since a moment, of whom, and what was on its way then.
create or replace function erasures_since(moment timestamptz)
    returns table (tenant_id uuid, person_id uuid, ended_turn_id uuid, work_ids uuid[], created_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select e.tenant_id, e.person_id, (e.report ->> 'ended_turn_id')::uuid,
           array(select w.id::uuid from jsonb_array_elements_text(coalesce(e.report -> 'works', '[]')) as w (id)), e.created_at
    from erasure e where e.created_at > moment order by e.created_at;
end;
revoke execute on function erasures_since(timestamptz) from public;
grant execute on function erasures_since(timestamptz) to holdfast_app;
