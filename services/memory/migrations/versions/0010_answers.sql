-- An offer that was talked past waits: it is answered on its card, or shown again by words that name it.
alter table offer drop constraint offer_status_check;
alter table offer add constraint offer_status_check
    check (status in ('standing', 'waiting', 'answered', 'lapsed', 'expired'));
comment on column offer.status is
    'standing: asked in the companion''s last reply, so that a plain yes or no answers it; there is one at most.';
create index offers_that_wait on offer (person_id) where status = 'waiting';  -- the list of what waits for a yes

alter table offer
    add column asked_again boolean not null default false,
    add column awaits uuid;
comment on column offer.awaits is 'Of the assertion with this id the person was asked how it should read: their next line is its text.';

alter table assertion add column asked_at timestamptz;
comment on column assertion.asked_at is
    'When the person was first asked about it: from then on it has its days to be confirmed. Until then it waits unasked.';
update assertion set asked_at = created_at where force = 'held' and actor = 'companion';

alter table person
    add column asking text not null default 'now'
        check (asking in ('now', 'together', 'only_what_matters', 'only_when_i_say')),
    add column keep_orders_at_once boolean not null default false,
    add column always_ask text[] not null default '{}',
    add column never_ask text[] not null default '{}',
    add column asked_together_on date;
comment on column person.asking is 'When they want to be asked about what they tell.';
comment on column person.keep_orders_at_once is 'Whether what they order to be remembered, in so many words, is kept without a question.';
comment on column person.always_ask is 'Categories that are asked about at once, however else they want to be asked.';
comment on column person.never_ask is 'Categories that wait in the notebook and are never asked about.';
