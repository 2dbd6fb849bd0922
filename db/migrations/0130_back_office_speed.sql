-- Today asks which agreed payments are late. Other unpaid stays are found by their check-in.
create index bookings_unpaid_by_plan on bookings (id) where status = 'confirmed' and payment_schedule is not null
  and total_amount > paid_by_card + scheduled_by_card + greatest(0, paid_elsewhere - return_due);
-- All bookings are listed with the latest first.
create index bookings_created on bookings (created_at);
-- A report begins on the day of a home's first stay.
create index booking_versions_first on booking_versions (property_id, check_in_date)
  where replaced_at is null and status = 'confirmed';
-- The journal of a month has the versions that were replaced in it.
create index booking_versions_replaced on booking_versions (replaced_at) where replaced_at is not null;
