-- What got a no while it was held keeps its text for a week, for Undo. Then a shell of it is left: that it was there, so that
-- what told it in the talk stays hidden, and the refusal's keyed hash. Not validated: what is there already is one of the two.
alter table assertion drop constraint assertion_state_check;
alter table assertion add constraint assertion_state_check check (state in ('active', 'soft_deleted', 'gone')) not valid;
alter table assertion drop constraint assertion_check4;  -- set aside is only what is known
alter table assertion add constraint assertion_state_fits_force
    check (case state when 'active' then true when 'soft_deleted' then force = 'committed' else force = 'retracted' end) not valid;
alter table erasure drop constraint erasure_scope_check;
alter table erasure add constraint erasure_scope_check
    check (scope in ('assertion', 'conversation', 'project', 'person', 'line', 'rejected'));

-- The chore.
create index assertions_rejected on assertion (updated_at)
    where force = 'retracted' and previous_force = 'held' and state = 'active';

create function people_with_rejected(before timestamptz) returns table (tenant_id uuid, person_id uuid)
    language sql stable security definer set search_path = pg_catalog, public
begin atomic
    select distinct a.tenant_id, a.person_id from assertion a
    where a.force = 'retracted' and a.previous_force = 'held' and a.state = 'active' and a.updated_at < before
      and a.reason in ('rejected', 'declined', 'forgotten');
end;
revoke execute on function people_with_rejected(timestamptz) from public;
grant execute on function people_with_rejected(timestamptz) to holdfast_app;
