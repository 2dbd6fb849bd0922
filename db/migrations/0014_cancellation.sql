-- What a guest gets back is data: so many percent until so many days before check-in, by the home's calendar. A booking keeps
-- the terms that it was made under.
alter table properties
  add column cancellation_policy jsonb not null default '[{"days": 30, "percent": 100}, {"days": 14, "percent": 50}]';
alter table bookings
  add column cancellation_policy jsonb not null default '[]',
  add column refund_amount numeric(8, 2) check (refund_amount >= 0 and refund_amount <= total_amount);
update bookings set cancellation_policy = properties.cancellation_policy from properties
  where properties.id = bookings.property_id;
comment on column bookings.refund_amount is 'what was promised to the guest when it was cancelled';
