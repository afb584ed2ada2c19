-- The next form, stored with the effect: a later copy of the message goes on with this one. Off the record, it lies apart.
with noted as (
    insert into applied_step (tenant_id, person_id, turn_id, step, form)
    values (:tenant_id, :person_id, :turn_id, :step, case when cast(:write as boolean) then cast(:form as text) end)
)
insert into off_record (id, tenant_id, person_id, turn_id, content)
select :turn_id, :tenant_id, :person_id, :turn_id, cast(:form as text) where not cast(:write as boolean)
