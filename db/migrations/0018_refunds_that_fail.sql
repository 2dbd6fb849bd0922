-- A refund that the gateway refuses, or that a bank sends back, is tried again a day later, and after some tries left to people.
alter table payments
  add column refund_tries smallint not null default 0 check (refund_tries >= 0),
  add column refund_tried_at timestamptz,
  add column refund_failed boolean not null default false;
comment on column payments.refund_failed is 'the operator has been told to give the money back in another way';

-- A hold is made longer once for the time of paying, whatever becomes of the booking that it was made longer for.
alter table occupancies add column extended boolean not null default false;
update occupancies set extended = true where kind = 'hold' and booking_id is not null;
