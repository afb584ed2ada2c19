-- The next form, stored with the effect: a later copy of the message goes on with this one.
insert into applied_step (tenant_id, person_id, turn_id, step, form)
values (:tenant_id, :person_id, :turn_id, :step, :form)
