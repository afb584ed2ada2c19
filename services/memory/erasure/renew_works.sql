-- Background work begins anew, under other ids and without what it had read: whatever is on its
-- way of it is of nobody. What of it was given up loses what it had read.
with renewed (id, anew) as (
    select * from unnest(cast(:ids as uuid[]), cast(:anew as uuid[]))
), works as (
    update work w
    set id = r.anew, attempt = w.attempt + 1, form = null, steps_done = '{}', step = coalesce(w.steps_done[1], w.step),
        state = case when w.state = 'active' then 'waiting' else w.state end, offered = 0, tries = 0, restarts = 0,
        not_before = :now, started_at = null, deadline = null, reason = ''
    from renewed r
    where w.person_id = :person_id and w.id = r.id
    returning 1
), dead as (
    update dead_letter d set form = null
    where d.person_id = :person_id and d.form is not null and d.work_id is not null
    returning 1
), fenced as (
    update person set epoch = epoch + 1 where id = :person_id
)
select (select count(*) from works) + (select count(*) from dead) as work_in_progress
