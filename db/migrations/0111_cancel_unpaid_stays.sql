-- A stay whose first payment is late can be canceled by itself. The operator chose it, and the guest was told the day.
alter table site add column cancel_unpaid_days smallint check (cancel_unpaid_days between 1 and 60);
alter table properties add column cancel_unpaid_days smallint check (cancel_unpaid_days between 1 and 60);
alter table bookings add column cancels_after date;
comment on column bookings.cancels_after is 'the last day to pay, as the guest was told; then it is canceled by itself if nothing is paid';
create index bookings_cancels_after on bookings (cancels_after) where status = 'confirmed' and cancels_after is not null;

-- Changes of how guests pay from before can still be undone.
update audit set before = case when jsonb_typeof(before) = 'object' then before || '{"cancelUnpaidDays": null}' else before end,
    after = case when jsonb_typeof(after) = 'object' then after || '{"cancelUnpaidDays": null}' else after end
  where action = 'site.payment-changed';
